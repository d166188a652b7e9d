//! The guide of a player.

use crate::game::BlindFaith;
use casus_core::Guide;

impl Guide for BlindFaith {}
