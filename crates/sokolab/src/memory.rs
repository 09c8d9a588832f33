//! How much memory a run may take when no limit is given.
//!
//! A search that fills the machine ends by the kernel's hand and takes its results along. So the default is
//! 8 GiB, but never more than four fifths of what is free now, as far as the system tells: `MemAvailable`
//! and the limit of the control group on Linux. Elsewhere it is 8 GiB.

use std::fs;

const MOST: u64 = 8 << 30;

/// The default memory limit in bytes.
pub(crate) fn default_limit() -> u64 {
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse().ok());
    limit(free(), group)
}

/// Bytes of memory that are free, as far as the system tells.
pub(crate) fn free() -> Option<u64> {
    available(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The line `MemAvailable:   12345 kB`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

fn limit(free: Option<u64>, group: Option<u64>) -> u64 {
    free.into_iter().chain(group).map(|bytes| bytes / 5 * 4).fold(MOST, u64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_bound_wins() {
        assert_eq!(limit(None, None), MOST);
        assert_eq!(limit(Some(1 << 40), None), MOST);
        assert_eq!(limit(Some(5 << 30), Some(10 << 30)), 4 << 30);
        assert_eq!(limit(Some(20 << 30), Some(5 << 20)), 4 << 20);
    }

    #[test]
    fn free_memory_is_read_from_meminfo() {
        assert_eq!(available("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
    }
}
