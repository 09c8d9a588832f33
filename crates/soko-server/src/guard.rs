//! Who may ask: the checks in front of every request, and the headers behind every answer.
//!
//! The server listens on loopback, but a browser on this machine visits other pages too, and those must not be able to use it:
//!
//! * **DNS rebinding.** A foreign name can be made to point to 127.0.0.1; then the page's requests carry that name in
//!   `Host`. Only names that are ours are answered.
//! * **Cross-site requests.** A foreign page can send a POST without asking. Browsers say where a request comes from in `Origin` and
//!   `Sec-Fetch-Site`; a change that comes from elsewhere is refused, and bodies must be JSON, which a form cannot send.
//! * **Strangers.** Beyond loopback a token is asked for: `?token=…` once, for which there is a pass (`pass.rs`) in a cookie that scripts
//!   cannot read and other sites do not send, or `Authorization: Bearer …` for programs. A browser without it gets a page that
//!   asks for it (`entrance.rs`). Wrong ones are throttled (`attempts.rs`).
//! * **Injected markup.** The content security policy allows our own files and nothing inline, so that even a title that got
//!   past escaping could not run. A page that stands alone has a policy of its own, with the hashes of what it may run.

mod attempts;
mod entrance;
mod pass;

use std::{net::IpAddr, path::Path, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use crate::{peer::Peer, problem::Problem};
use attempts::Attempts;

/// Name of the cookie that holds the pass.
const COOKIE: &str = "sokolab-token";

/// The policy for a page with these sources.
pub(crate) fn policy(scripts: &str, styles: &str, forms: &str) -> String {
    format!(
        "default-src 'none'; script-src {scripts}; style-src {styles}; img-src 'self' blob: data:; connect-src 'self'; \
         font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action {forms}; frame-ancestors 'none'"
    )
}

/// Headers of every answer, beside the policy.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// A header for secure pages: in others it does nothing but fill the console.
const FOR_SECURE: (HeaderName, &str) = (HeaderName::from_static("cross-origin-opener-policy"), "same-origin");

/// Whom the server answers.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Names that may stand in `Host` beside those of loopback.
    pub hosts: Vec<String>,
    /// What a client must know, if it must.
    pub token: Option<String>,
}

/// The check of every request.
#[derive(Debug)]
pub(crate) struct Doorkeeper {
    /// Names in `Host` beside those of loopback, in lower case.
    hosts: Vec<String>,
    /// What strangers must know.
    secret: Option<Secret>,
    attempts: Attempts,
    policy: HeaderValue,
}

/// What lets strangers in.
#[derive(Debug)]
struct Secret {
    token: String,
    /// What a browser has once it has shown the token.
    pass: String,
}

/// How a request gets in.
enum Entry {
    /// It may go on.
    Free,
    /// It has shown the token, and gets a pass.
    New(Response),
}

impl Doorkeeper {
    /// One that keeps what it needs in a folder.
    pub(crate) fn new(Access { hosts, token }: Access, folder: &Path) -> Self {
        Self {
            hosts: hosts.into_iter().map(|host| host.to_ascii_lowercase()).collect(),
            secret: token.map(|token| Secret { pass: pass::pass(&token, folder), token }),
            attempts: Attempts::default(),
            policy: HeaderValue::from_str(&policy("'self'", "'self'", "'none'"))
                .unwrap_or(HeaderValue::from_static("default-src 'none'")),
        }
    }

    fn check(&self, request: &Request) -> Result<Entry, Refusal> {
        let headers = request.headers();
        let host = text(headers, &header::HOST).unwrap_or_default();
        if !self.is_ours(host) {
            let problem =
                Problem::new(StatusCode::MISDIRECTED_REQUEST, format!("'{host}' is not served here"));
            let help = "use the address that 'sokolab serve' printed, or name it with --allow-host";
            return Err(Refusal::Told(problem.help(help)));
        }
        if is_foreign(headers, host, request.method()) {
            let message = "requests of other sites are not answered";
            return Err(Refusal::Told(Problem::new(StatusCode::FORBIDDEN, message)));
        }
        match &self.secret {
            Some(secret) => self.stranger(secret, request),
            None => Ok(Entry::Free),
        }
    }

    /// Lets in who has a pass or the token.
    fn stranger(&self, secret: &Secret, request: &Request) -> Result<Entry, Refusal> {
        let headers = request.headers();
        let in_address = in_address(request);
        let has_pass = cookie(headers).is_some_and(|given| same(given, &secret.pass));
        // Those with a pass may open the printed address again.
        if has_pass && in_address.is_none_or(|given| !same(given, &secret.token)) {
            return Ok(Entry::Free);
        }
        if entrance::is_open(request.method(), request.uri().path()) {
            return Ok(Entry::Free);
        }
        let bearer = text(headers, &header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let Some(given) = in_address.or(bearer) else { return Err(Refusal::NoToken) };
        let peer = request.extensions().get::<Peer>().copied();
        if !self.attempts.are_left(peer) {
            return Err(Refusal::TooManyTokens);
        }
        if !same(given, &secret.token) {
            self.attempts.count(peer);
            return Err(Refusal::WrongToken);
        }
        if in_address.is_none() {
            return Ok(Entry::Free);
        }
        let mut answer = Redirect::to(request.uri().path()).into_response();
        let cookie = format!("{COOKIE}={}; HttpOnly; SameSite=Strict; Path=/", secret.pass);
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            answer.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        Ok(Entry::New(answer))
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
            || self.secret.is_some() && address
    }
}

/// Why a request is not let in.
enum Refusal {
    Told(Problem),
    NoToken,
    WrongToken,
    TooManyTokens,
}

impl Refusal {
    /// A page for a person, JSON for a program.
    fn answer(self, visit: bool) -> Response {
        let (status, message, help) = match self {
            Self::Told(problem) => return problem.into_response(),
            Self::NoToken => (StatusCode::UNAUTHORIZED, "", ""),
            Self::WrongToken => (StatusCode::UNAUTHORIZED, "that is not the token", "copy it again"),
            Self::TooManyTokens => {
                (StatusCode::TOO_MANY_REQUESTS, "too many wrong tokens", "wait a minute, then try again")
            }
        };
        let shown = match status {
            StatusCode::TOO_MANY_REQUESTS => "Too many wrong tokens. Wait a minute, then try again.",
            _ if !message.is_empty() => "That is not the token. Copy it again, without the space around it.",
            _ => "",
        };
        if visit {
            return entrance::page(status, shown);
        }
        if message.is_empty() {
            return Problem::new(status, "this server asks for a token")
                .help("open the whole address that 'sokolab serve' printed, with its ?token=…")
                .into_response();
        }
        Problem::new(status, message).help(help).into_response()
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

/// The token that stands in the address.
fn in_address(request: &Request) -> Option<&str> {
    let query = request.uri().query().filter(|_| request.method() == Method::GET)?;
    query.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// The pass that a browser shows.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = text(headers, &header::COOKIE)?.split(';');
    let pair = cookies.filter_map(|pair| pair.trim().split_once('=')).find(|(name, _)| *name == COOKIE);
    pair.map(|(_, value)| value)
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
    // Browsers say where a request comes from to secure origins alone: HTTPS, and this machine.
    let secure = request.headers().contains_key("sec-fetch-site");
    let visit = entrance::is_visit(request.method(), request.headers());
    let mut answer = match door.check(&request) {
        Ok(Entry::Free) => next.run(request).await,
        Ok(Entry::New(answer)) => answer,
        Err(refusal) => refusal.answer(visit),
    };
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if secure {
        let (name, value) = FOR_SECURE;
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| door.policy.clone());
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
            .map_or_else(|refusal| refusal.answer(false).status().as_u16(), |_| 200)
    }

    fn door(hosts: &[&str], token: Option<&str>) -> Doorkeeper {
        let hosts = hosts.iter().map(|&host| host.to_owned()).collect();
        Doorkeeper::new(Access { hosts, token: token.map(str::to_owned) }, Path::new("/nowhere"))
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let door = door(&["Box.example"], None);
        for host in ["localhost", "localhost:7654", "127.0.0.1:80", "[::1]:7654", "box.example:9"] {
            assert_eq!(status(&door, "GET", &[("host", host)]), 200, "{host}");
        }
        for host in ["evil.example", "127.0.0.1.evil.example:7654", "localhost.evil:1", "", "127.0.0.2:x"] {
            assert_eq!(status(&door, "GET", &[("host", host)]), 421, "{host}");
        }
    }

    #[test]
    fn other_sites_cannot_change_anything() {
        let door = door(&[], None);
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
        let door = door(&[], Some("secret"));
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
        let pass = door.secret.as_ref().unwrap().pass.clone();
        assert_eq!(status(&door, "GET", &[host, ("cookie", &format!("a=b; sokolab-token={pass}"))]), 200);
        assert_eq!(
            status(&door, "GET", &[host, ("cookie", "sokolab-token=secret")]),
            401,
            "a token is no pass"
        );
        assert_eq!(status(&door, "GET", &[host, ("cookie", &format!("sokolab-token={}", &pass[1..]))]), 401);
        assert!(matches!(visit(&door, "/?token=wrong", None), Err(Refusal::WrongToken)));
        let Ok(Entry::New(opened)) = visit(&door, "/?token=secret", None) else { panic!("it is not let in") };
        assert_eq!(opened.status(), StatusCode::SEE_OTHER);
        let cookie = opened.headers()[header::SET_COOKIE].to_str().unwrap().to_owned();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
        assert!(cookie.contains(&pass) && !cookie.contains("secret"), "{cookie}");
    }

    fn visit(door: &Doorkeeper, uri: &str, cookie: Option<&str>) -> Result<Entry, Refusal> {
        let mut request = Request::builder().uri(uri).header("host", "localhost");
        if let Some(cookie) = cookie {
            request = request.header("cookie", format!("{COOKIE}={cookie}"));
        }
        door.check(&request.body(Body::empty()).unwrap())
    }

    #[test]
    fn wrong_tokens_are_throttled_and_passes_are_not() {
        let door = door(&[], Some("secret"));
        for _ in 0..10 {
            assert!(matches!(visit(&door, "/?token=wrong", None), Err(Refusal::WrongToken)));
        }
        assert!(matches!(visit(&door, "/?token=wrong", None), Err(Refusal::TooManyTokens)));
        assert!(
            matches!(visit(&door, "/?token=secret", None), Err(Refusal::TooManyTokens)),
            "guesses tell nothing"
        );
        let host = ("host", "localhost");
        assert_eq!(status(&door, "GET", &[host, ("authorization", "Bearer secret")]), 429);
        assert_eq!(status(&door, "GET", &[host]), 401, "none at all is no guess");
        let pass = door.secret.as_ref().unwrap().pass.clone();
        assert!(matches!(visit(&door, "/", Some(&pass)), Ok(Entry::Free)), "it is in already");
        assert!(matches!(visit(&door, "/?token=wrong", Some(&pass)), Ok(Entry::Free)));
    }

    #[tokio::test]
    async fn people_get_a_page_and_programs_get_json() {
        let text = async |answer: Response| {
            let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
            String::from_utf8(bytes.to_vec()).unwrap()
        };
        let page = Refusal::WrongToken.answer(true);
        assert_eq!(page.status(), StatusCode::UNAUTHORIZED);
        let policy = page.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        assert!(policy.contains("form-action 'self'") && policy.contains("default-src 'none'"), "{policy}");
        let page = text(page).await;
        assert!(
            page.contains("<form") && page.contains("That is not the token") && !page.contains('{'),
            "{page}"
        );
        let json = text(Refusal::NoToken.answer(false)).await;
        assert!(json.starts_with("{\"error\"") && json.contains("?token="), "{json}");
        let accepts =
            |value: &'static str| HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(value))]);
        assert!(entrance::is_visit(&Method::GET, &accepts("text/html,application/xhtml+xml,*/*;q=0.8")));
        assert!(!entrance::is_visit(&Method::GET, &accepts("*/*")), "a script, or a module of the page");
        assert!(!entrance::is_visit(&Method::POST, &accepts("text/html")));
    }
}
