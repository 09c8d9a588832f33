//! Requests made up from the OpenAPI description: sensible ones, almost sensible ones, and nonsense.
//!
//! Whatever comes, the answer is never a 5xx, and every refusal is JSON with a message. The stream of made-up requests is seeded, so a
//! failure can be repeated. The same is done from outside, longer and with other ideas, by schemathesis (`./x fuzz-api`).

use std::fmt::Write as _;

use axum::{
    body::Body,
    http::{Request, header},
};
use serde_json::{Map, Value, json};

use crate::testing::server;

/// Requests per endpoint; `SOKO_FUZZ_ROUNDS` asks for more, and then the memory is told.
const ROUNDS: usize = 40;

/// Resident memory of this process in MiB, where the system tells.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or_default() / 1024
}

/// Pcg-like numbers: small, seeded, good enough to be arbitrary.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len())]
    }
}

const WORDS: [&str; 22] = [
    "tutorial",
    "workshop",
    "1",
    "2",
    "astar",
    "q-box",
    "bfs",
    "wood",
    "svg",
    "text",
    "irvine-a",
    "level:tutorial:1",
    "level/tutorial/1",
    "rR",
    "#####\n#@$.#\n#####",
    "",
    "../../etc/passwd",
    "\u{0}\u{7f}",
    "☃ 𝕊",
    "-1",
    "99999999999999999999",
    "NaN",
];

/// A value that fits a schema, mostly.
fn value(schema: &Value, all: &Value, dice: &mut Dice, depth: usize) -> Value {
    if depth > 6 || dice.roll(12) == 0 {
        return dice
            .pick(&[Value::Null, json!(-7), json!("x"), json!([]), json!({}), json!(1e300), json!(true)])
            .clone();
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return value(&all["components"]["schemas"][name], all, dice, depth + 1);
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(options) = schema[choice].as_array().filter(|options| !options.is_empty()) {
            let option = dice.pick(options).clone();
            return value(&option, all, dice, depth + 1);
        }
    }
    if let Some(options) = schema["enum"].as_array() {
        return dice.pick(options).clone();
    }
    if !schema["const"].is_null() {
        return schema["const"].clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => dice.pick(kinds).as_str().unwrap_or("null").to_owned(),
        kind => kind.as_str().unwrap_or("object").to_owned(),
    };
    match kind.as_str() {
        "string" => json!(dice.pick(&WORDS)),
        "boolean" => json!(dice.roll(2) == 0),
        "integer" => json!(*dice.pick(&[1, 2, 3, 5, 0, 17, 64, 1_000, i64::MAX])),
        "number" => json!(*dice.pick(&[1.0, 0.5, 0.0, 3.0, -2.0, 1e9])),
        "array" => {
            let length = dice.roll(4);
            (0..length).map(|_| value(&schema["items"], all, dice, depth + 1)).collect()
        }
        "object" => {
            let mut object = Map::new();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let required =
                    schema["required"].as_array().is_some_and(|names| names.iter().any(|n| n == name));
                if required && dice.roll(10) > 0 || dice.roll(3) == 0 {
                    object.insert(name.clone(), value(property, all, dice, depth + 1));
                }
            }
            Value::Object(object)
        }
        _ => Value::Null,
    }
}

fn encoded(text: &str) -> String {
    let mut path = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' => path.push(char::from(byte)),
            other => _ = write!(path, "%{other:02X}"),
        }
    }
    path
}

/// One made-up request.
fn request(method: &str, path: &str, operation: &Value, all: &Value, dice: &mut Dice) -> Request<Body> {
    let mut address = String::new();
    for part in path.split('/').skip(1) {
        let part = if part.starts_with('{') { encoded(dice.pick::<&str>(&WORDS)) } else { part.to_owned() };
        address = format!("{address}/{part}");
    }
    let mut query = Vec::new();
    for parameter in operation["parameters"].as_array().into_iter().flatten().filter(|p| p["in"] == "query") {
        if dice.roll(2) == 0 {
            let text = match value(&parameter["schema"], all, dice, 0) {
                Value::String(text) => text,
                other => other.to_string(),
            };
            query.push(format!("{}={}", parameter["name"].as_str().unwrap_or_default(), encoded(&text)));
        }
    }
    if !query.is_empty() {
        address = format!("{address}?{}", query.join("&"));
    }
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let body = match dice.roll(20) {
        0 => "{".to_owned(),
        1 => "\u{feff}nonsense".to_owned(),
        _ if schema.is_null() => String::new(),
        _ => value(schema, all, dice, 0).to_string(),
    };
    let media = if dice.roll(25) == 0 { "text/plain" } else { "application/json" };
    Request::builder()
        .method(method.to_ascii_uppercase().as_str())
        .uri(address)
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, media)
        .body(Body::from(body))
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stdout, reason = "the long form tells what it measured")]
async fn no_request_makes_the_server_fail() {
    let server = server();
    let description = server.app.openapi().to_string();
    let all: Value = serde_json::from_str(&description).unwrap();
    let mut dice = Dice(6);
    let (mut asked, mut accepted) = (0, 0);
    let wanted = std::env::var("SOKO_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok());
    let rounds = wanted.unwrap_or(ROUNDS);
    for round in 0..rounds {
        if wanted.is_some() && round % (rounds / 20).max(1) == 0 {
            println!("{asked} requests, {} MiB", memory());
        }
        for (path, methods) in all["paths"].as_object().unwrap() {
            // The stream of events has no end.
            if path == "/api/events" {
                continue;
            }
            for (method, operation) in methods.as_object().unwrap() {
                let request = request(method, path, operation, &all, &mut dice);
                let shown = format!("round {round}: {method} {}", request.uri());
                let (status, body) = server.send(request).await;
                assert!(!status.is_server_error(), "{shown}: {status} {}", String::from_utf8_lossy(&body));
                if status.is_client_error() && status != 405 {
                    let refusal: Value = serde_json::from_slice(&body).unwrap_or_default();
                    assert!(
                        refusal["error"]["message"].is_string(),
                        "{shown}: {status} {}",
                        String::from_utf8_lossy(&body)
                    );
                }
                asked += 1;
                accepted += usize::from(status.is_success());
            }
        }
    }
    if wanted.is_some() {
        println!("{asked} requests, {accepted} accepted, {} MiB", memory());
    }
    assert!(accepted * 8 > asked, "only {accepted} of {asked} requests made sense: nothing was tried");
}
