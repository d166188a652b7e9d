//! Suleiman.
