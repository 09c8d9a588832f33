//! A level for the tests and the gallery.

/// A level that is not a rectangle, and a shortest solution.
pub(crate) const LEVEL: &str = "  #####
###   #
#  $# ###
# .@    ##
#  #* $  #
####  ## #
   # .   #
   #######";
pub(crate) const SOLUTION: &str = "rruullDurrddrrdLulDDuulL";
