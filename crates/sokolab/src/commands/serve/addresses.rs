//! The addresses under which the server can be reached.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// What a browser can be given, the best first: "any" is no address, so it stands for all of this machine, loopback last.
pub(super) fn reachable(address: SocketAddr) -> Vec<SocketAddr> {
    if !address.ip().is_unspecified() {
        return vec![address];
    }
    let loopback = match address.ip() {
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
    };
    choose(own(), address.is_ipv4()).chain([loopback]).map(|ip| SocketAddr::new(ip, address.port())).collect()
}

/// Those that others can use, IPv4 first: they are shorter to type.
fn choose(mut own: Vec<IpAddr>, only_v4: bool) -> impl Iterator<Item = IpAddr> {
    own.sort();
    own.dedup();
    own.into_iter().filter(move |ip| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local() && !ip.is_unspecified(),
        // An address of one link needs the name of the link beside it, which differs from machine to machine.
        IpAddr::V6(ip) => {
            !only_v4 && !ip.is_loopback() && !ip.is_unicast_link_local() && !ip.is_unspecified()
        }
    })
}

/// All addresses of this machine.
#[cfg(unix)]
fn own() -> Vec<IpAddr> {
    let interfaces = nix::ifaddrs::getifaddrs().into_iter().flatten();
    let addresses = interfaces.filter_map(|interface| interface.address);
    addresses
        .filter_map(|address| {
            let v4 = address.as_sockaddr_in().map(|address| IpAddr::V4(address.ip()));
            v4.or_else(|| address.as_sockaddr_in6().map(|address| IpAddr::V6(address.ip())))
        })
        .collect()
}

/// The address that this machine would send from. Nothing is sent.
#[cfg(not(unix))]
fn own() -> Vec<IpAddr> {
    let from = |own: &str, far: &str| {
        let socket = std::net::UdpSocket::bind(own).ok()?;
        socket.connect(far).ok()?;
        socket.local_addr().ok().map(|address| address.ip())
    };
    [from("0.0.0.0:0", "192.0.2.1:9"), from("[::]:0", "[2001:db8::1]:9")].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_get_addresses_that_they_can_use() {
        let own = ["fe80::1", "2001:db8::7", "127.0.0.1", "192.0.2.7", "::1", "169.254.0.9", "192.0.2.7"];
        let own: Vec<IpAddr> = own.iter().map(|text| text.parse().unwrap()).collect();
        let shown = |only_v4| choose(own.clone(), only_v4).map(|ip| ip.to_string()).collect::<Vec<_>>();
        assert_eq!(shown(false), ["192.0.2.7", "2001:db8::7"]);
        assert_eq!(shown(true), ["192.0.2.7"]);
    }

    #[test]
    fn an_address_stands_for_itself_and_any_for_all() {
        let named = "127.0.0.2:7654".parse().unwrap();
        assert_eq!(reachable(named), [named]);
        let all = reachable("0.0.0.0:7654".parse().unwrap());
        assert_eq!(all.last(), Some(&"127.0.0.1:7654".parse().unwrap()));
        assert!(
            all.iter().all(|address| !address.ip().is_unspecified() && address.port() == 7654),
            "{all:?}"
        );
    }
}
