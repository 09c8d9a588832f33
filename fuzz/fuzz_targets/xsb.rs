#![no_main]

use libfuzzer_sys::fuzz_target;
use soko_fuzz::exercise::exercise;
use soko_formats::Format;

fuzz_target!(|bytes: &[u8]| exercise(bytes, Some(Format::Xsb)));
