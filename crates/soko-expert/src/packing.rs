//! Packing plans: in which order the goals are filled, and where boxes wait meanwhile.
//!
//! A plan is made backwards: from the position in which all goals are filled, boxes are pulled away until all of them are
//! back where boxes stood at the start ([`search`]). Read from the end, that is an order of packing ([`plan`]). To make the
//! search easy, boxes that have come far enough *sink* ([`sink`]): a box pulled to a square of the start that is well away from
//! where it stood leaves the board together with that square. What remains is the question that matters, how to get the
//! boxes out of the goal area, and which must be put aside for others.
//!
//! The idea with its rules for sinking is Shoham and Schaeffer's (Festival; FESS, 2020).

pub(crate) mod out_of_plan;
pub(crate) mod plan;
pub(crate) mod search;
mod sink;
