//! The server as it is started by hand.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
};

use super::sokolab;

/// Ends with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn for_others_all_addresses_are_printed_with_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = sokolab();
    command.args([
        "serve",
        "--host",
        "0.0.0.0",
        "--token",
        "for-a-test",
        "--port",
        "0",
        "--no-open",
        "--data",
    ]);
    let mut server = Server(command.arg(folder.path()).stdout(Stdio::piped()).spawn().unwrap());
    let mut urls = Vec::new();
    for line in BufReader::new(server.0.stdout.take().unwrap()).lines().map_while(Result::ok) {
        let url = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
        urls.push(url.expect(&line).to_owned());
        // The address of this machine alone is the last.
        if line.contains("127.0.0.1") {
            break;
        }
    }
    for url in &urls {
        let (address, path) = url.split_once('/').expect("a path with the token");
        assert!(!address.starts_with("0.0.0.0"), "{urls:?}");
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!("GET /{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 303") && answer.contains("set-cookie"), "{url}: {answer}");
    }
}

/// A server with hardly any files: clients that send half a request must not take all of them.
#[cfg(unix)]
#[test]
fn the_server_does_not_run_out_of_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new("sh");
    let program = sokolab().get_program().to_owned();
    command.args(["-c", "ulimit -n 80; exec \"$@\"", "sh"]).arg(program);
    command.args(["serve", "--port", "0", "--no-open", "--data"]).arg(folder.path());
    let mut server = Server(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).expect(&line);
    let mut held = Vec::new();
    for _ in 0..150 {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nx: ").unwrap();
        held.push(stream);
    }
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
    let request = format!("GET /api/collections HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn without_levels_the_built_in_ones_are_served() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = sokolab();
    command.args(["serve", "--port", "0", "--no-open", "--data"]).arg(folder.path());
    let mut server = Server(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://")).expect(&line);
    let mut stream = TcpStream::connect(address.trim_end_matches('/')).unwrap();
    let request = format!("GET /api/collections HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"tutorial\""), "{answer}");
    assert!(!answer.contains("\"-\""), "standard input is no collection: {answer}");
}
