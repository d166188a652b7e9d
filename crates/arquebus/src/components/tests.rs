use super::*;
use casus_core::data::Value;

#[test]
fn counters_of_seizure_have_their_words() {
    for (i, c) in SeizureCounter::ALL.into_iter().enumerate() {
        assert_eq!((c.index(), SeizureCounter::named(&c.to_string())), (i, Some(c)));
    }
    let mut hand: SeizureCounters = [SeizureCounter::Breach, SeizureCounter::Opportunity(5)]
        .into_iter()
        .collect();
    assert_eq!(hand.plain(), "opportunity-5, breach");
    hand.remove(SeizureCounter::Breach);
    assert!(hand.len() == 1 && !hand.has(SeizureCounter::Breach) && !hand.is_empty());
    let unread = SeizureCounter::try_from("opportunity-10".to_owned());
    assert!(unread.unwrap_err().to_string().contains("battle-cry"));
}

#[test]
fn mounted_shot_is_foot_on_its_other_faces() {
    for arm in Arm::ALL {
        assert_eq!(arm.turned() != arm, arm.dismounts(), "{arm}");
        assert_eq!(arm.mounted(), arm.gait() == MOUNTED, "{arm}");
        assert_eq!(arm.foot(), !arm.mounted(), "{arm}");
        assert!(arm.turned().foot() || !arm.dismounts(), "{arm}");
        assert!(!arm.title().is_empty());
    }
    assert_eq!(Arm::named("lc/a"), Some(Arm::LightArchers));
    assert_eq!(Arm::Artillery.tread(), None);
}

#[test]
fn features_of_hexsides_do_not_meet() {
    for (i, a) in Hexside::ALL.into_iter().enumerate() {
        for (j, b) in Hexside::ALL.into_iter().enumerate() {
            assert_eq!(a.among(b.feature()), i == j, "{a} {b}");
        }
    }
    let both = Hexside::Ditch.feature() | Hexside::Rampart.feature();
    assert!(Hexside::Ditch.among(both) && Hexside::Rampart.among(both) && !Hexside::Trench.among(both));
}
