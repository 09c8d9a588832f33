#![no_main]

use libfuzzer_sys::fuzz_target;
use soko_fuzz::exercise::exercise;

fuzz_target!(|bytes: &[u8]| exercise(bytes, None));
