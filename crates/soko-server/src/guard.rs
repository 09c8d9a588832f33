//! Who may ask: the checks in front of every request, and the headers behind every answer.
//!
//! The server listens on loopback, but a browser on this machine visits other pages too, and those must not be able to use it:
//!
//! * **DNS rebinding.** A foreign name can be made to point to 127.0.0.1; then the page's requests carry that name in
//!   `Host`. Only names that are ours are answered.
//! * **Cross-site requests.** A foreign page can send a POST without asking. Browsers say where a request comes from in `Origin` and
//!   `Sec-Fetch-Site`; a change that comes from elsewhere is refused, and bodies must be JSON, which a form cannot send.
//! * **Strangers.** Beyond loopback a token is asked for: `?token=…` once, which becomes a cookie that scripts cannot read
//!   and other sites do not send, or `Authorization: Bearer …` for programs.
//! * **Injected markup.** The content security policy allows our own files and nothing inline, so that even a title that got
//!   past escaping could not run.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use crate::problem::Problem;

/// Name of the cookie that holds the token.
const COOKIE: &str = "sokolab-token";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
         font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Whom the server answers.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Names that may stand in `Host` beside those of loopback.
    pub hosts: Vec<String>,
    /// What a client must know, if it must.
    pub token: Option<String>,
}

/// The check of every request.
#[derive(Clone, Debug)]
pub(crate) struct Doorkeeper {
    /// Names in `Host` beside those of loopback, in lower case.
    hosts: Vec<String>,
    /// What strangers must know.
    token: Option<String>,
}

impl Doorkeeper {
    pub(crate) fn new(Access { hosts, token }: Access) -> Self {
        Self { hosts: hosts.into_iter().map(|host| host.to_ascii_lowercase()).collect(), token }
    }

    fn check(&self, request: &Request) -> Result<(), Problem> {
        let headers = request.headers();
        let host = text(headers, &header::HOST).unwrap_or_default();
        if !self.is_ours(host) {
            return Err(Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("'{host}' is not served here"),
            )
            .help("use the address that 'sokolab serve' printed, or name it with --allow-host"));
        }
        if is_foreign(headers, host, request.method()) {
            return Err(Problem::new(StatusCode::FORBIDDEN, "requests of other sites are not answered"));
        }
        if let Some(token) = &self.token
            && !knows(headers, token)
        {
            return Err(Problem::new(StatusCode::UNAUTHORIZED, "this server asks for a token")
                .help("open the whole address that 'sokolab serve' printed, with its ?token=…"));
        }
        Ok(())
    }

    /// Is that one of our names?
    fn is_ours(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
            _ => host.as_str(),
        };
        // An address cannot be made to point elsewhere; where others are let in, any address of this machine will do.
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
        matches!(name, "localhost" | "127.0.0.1" | "[::1]")
            || self.hosts.iter().any(|ours| ours == name)
            || self.token.is_some() && address
    }

    /// The token, if it stands in the address.
    fn entry(&self, request: &Request) -> Option<Response> {
        let token = self.token.as_deref()?;
        let query = request.uri().query()?;
        let given = query.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        if !same(given, token) || request.method() != Method::GET {
            return None;
        }
        let mut answer = Redirect::to(request.uri().path()).into_response();
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        answer.headers_mut().insert(header::SET_COOKIE, HeaderValue::from_str(&cookie).ok()?);
        Some(answer)
    }
}

/// Does a page of another site ask? Reading is left to the browser's own rules: it shows such a page nothing of ours.
fn is_foreign(headers: &HeaderMap, host: &str, method: &Method) -> bool {
    let changes = !matches!(*method, Method::GET | Method::HEAD);
    if let Some(origin) = text(headers, &header::ORIGIN) {
        let from = origin.split_once("://").map(|(_, host)| host);
        if from != Some(host) {
            return true;
        }
    }
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    changes && site.is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// Does the request carry the token?
fn knows(headers: &HeaderMap, token: &str) -> bool {
    let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let cookies = text(headers, &header::COOKIE).unwrap_or_default().split(';');
    let cookie = cookies.filter_map(|pair| pair.trim().split_once('=')).find(|(name, _)| *name == COOKIE);
    bearer.is_some_and(|given| same(given, token)) || cookie.is_some_and(|(_, given)| same(given, token))
}

/// Compares without telling by the time it takes how much was right.
fn same(given: &str, token: &str) -> bool {
    let difference = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && difference == 0
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The checks and headers, as a layer around everything.
pub(crate) async fn guard(State(door): State<Arc<Doorkeeper>>, request: Request, next: Next) -> Response {
    let mut answer = match door.entry(&request) {
        Some(entry) => entry,
        None => match door.check(&request) {
            Ok(()) => next.run(request).await,
            Err(problem) => problem.into_response(),
        },
    };
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    // What is not said to last may change at any time.
    answer.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn request(method: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::builder().method(method).uri("/api/jobs");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(Body::empty()).unwrap()
    }

    fn status(door: &Doorkeeper, method: &str, headers: &[(&str, &str)]) -> u16 {
        door.check(&request(method, headers))
            .map_or_else(|problem| problem.into_response().status().as_u16(), |()| 200)
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let door = Doorkeeper::new(Access { hosts: vec!["Box.example".to_owned()], token: None });
        for host in ["localhost", "localhost:7654", "127.0.0.1:80", "[::1]:7654", "box.example:9"] {
            assert_eq!(status(&door, "GET", &[("host", host)]), 200, "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example:7654", "localhost.evil:1", "", "127.0.0.2:x"] {
            assert_eq!(status(&door, "GET", &[("host", host)]), 421, "{host}");
        }
    }

    #[test]
    fn other_sites_cannot_change_anything() {
        let door = Doorkeeper::new(Access::default());
        let host = ("host", "localhost:1");
        assert_eq!(status(&door, "POST", &[host, ("origin", "http://localhost:1")]), 200);
        assert_eq!(status(&door, "POST", &[host, ("origin", "http://localhost:2")]), 403);
        assert_eq!(status(&door, "POST", &[host, ("origin", "http://evil.example")]), 403);
        assert_eq!(status(&door, "POST", &[host, ("origin", "null")]), 403);
        assert_eq!(status(&door, "POST", &[host, ("sec-fetch-site", "cross-site")]), 403);
        assert_eq!(status(&door, "DELETE", &[host, ("sec-fetch-site", "same-site")]), 403);
        assert_eq!(status(&door, "GET", &[host, ("sec-fetch-site", "cross-site")]), 200);
        assert_eq!(status(&door, "POST", &[host]), 200, "a program, not a browser");
    }

    #[test]
    fn beyond_loopback_a_token_is_asked_for() {
        let door = Doorkeeper::new(Access { hosts: Vec::new(), token: Some("secret".to_owned()) });
        let host = ("host", "localhost");
        assert_eq!(
            status(&door, "GET", &[("host", "203.0.113.7:7654")]),
            401,
            "an address of ours, but a stranger"
        );
        assert_eq!(
            status(&door, "GET", &[("host", "evil.example"), ("authorization", "Bearer secret")]),
            421
        );
        assert_eq!(status(&door, "GET", &[host]), 401);
        assert_eq!(status(&door, "GET", &[host, ("authorization", "Bearer wrong!")]), 401);
        assert_eq!(status(&door, "GET", &[host, ("authorization", "Bearer secret")]), 200);
        assert_eq!(status(&door, "GET", &[host, ("cookie", "a=b; sokolab-token=secret")]), 200);
        assert_eq!(status(&door, "GET", &[host, ("cookie", "sokolab-token=secre")]), 401);
        let entry = |uri: &str| {
            let request = Request::builder().uri(uri).body(Body::empty()).unwrap();
            door.entry(&request)
        };
        assert!(entry("/?token=wrong").is_none());
        let opened = entry("/?token=secret").unwrap();
        assert_eq!(opened.status(), StatusCode::SEE_OTHER);
        let cookie = opened.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    }
}
