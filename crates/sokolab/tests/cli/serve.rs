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
