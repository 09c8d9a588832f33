3r2(ul)4D
rruu
