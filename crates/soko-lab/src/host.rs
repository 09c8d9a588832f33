//! The machine a run was made on, and how busy it was. Where the system does not tell, nothing is guessed.

use std::{fs, thread};

use crate::dataset::HostInfo;

/// This machine.
pub fn this_host() -> HostInfo {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    HostInfo {
        name: host_name(),
        description: format!("{} cores of {model}, {}", cores(), std::env::consts::OS),
    }
}

/// How many threads run at once.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Processes that wanted to run, averaged over the last minute.
pub(crate) fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Bytes of memory that a process holds.
#[cfg(unix)]
pub(crate) fn resident_bytes(process: u32) -> Option<u64> {
    let pages = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    Some(pages.split(' ').nth(1)?.parse::<u64>().ok()? * rustix::param::page_size() as u64)
}

/// Bytes of memory that a process holds: not told here.
#[cfg(not(unix))]
pub(crate) fn resident_bytes(_: u32) -> Option<u64> {
    None
}

#[cfg(unix)]
fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned())
}

/// Seconds of processor time that this process has used, all threads together.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems do not tell")]
pub(crate) fn cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

/// Seconds of processor time that this process has used: not told here.
#[cfg(not(unix))]
pub(crate) fn cpu_seconds() -> Option<f64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn linux_tells_everything() {
        let host = this_host();
        assert!(!host.name.is_empty() && host.description.contains("cores of"), "{host:?}");
        assert!(load().is_some_and(|load| load >= 0.0));
        let held = resident_bytes(std::process::id()).unwrap();
        let more = vec![1_u8; 64 << 20];
        let then = resident_bytes(std::process::id()).unwrap();
        assert!(then >= held + (48 << 20), "{held} {then} {}", more.len());
        let before = cpu_seconds().unwrap();
        let sum: u64 = std::hint::black_box((0..30_000_000_u64).map(std::hint::black_box).sum());
        assert!(cpu_seconds().unwrap() > before, "{sum}");
    }
}
