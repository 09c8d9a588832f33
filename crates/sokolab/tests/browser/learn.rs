//! x
use crate::Scenario;
pub(crate) fn scenarios() -> Vec<Scenario> { vec![] }
