//! Boards of ours that several tests and benchmarks play.

/// `builtin:workshop` 29, "Old mill": five boxes, 51 pushes, some thousand informed expansions.
pub const MILL: &str = " #########
 #   ..$ #
##  ...  #
#    ## ##
# $  $ $ #
##### $  #
    #  @ #
    #    #
    ######";

/// Boards with rooms, doors, loops and dead ends, small enough to try every square of box and player.
pub const SMALL: [&str; 4] = [
    "########\n#  .   #\n# $ #$ #\n# .@ . #\n#  $#  #\n#.  $  #\n########",
    "##########\n#   #  . #\n# $    . #\n# @ #    #\n##########",
    "  #####\n  #   #\n###$  ###\n# @ #   #\n#   . # #\n### #   #\n  #   ###\n  #####",
    "#########\n#@$  #  #\n####   .#\n#    ####\n#.##   #\n#    # #\n########",
];
