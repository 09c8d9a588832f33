//! As much of HTTP/1.1 as a client of the workbench needs: requests on one connection, and a stream of events.

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

use crate::Error;

/// A connection that is kept open.
pub(crate) struct Connection {
    socket: BufReader<TcpStream>,
    host: String,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> Result<Self, Error> {
        let socket = TcpStream::connect(address).await?;
        socket.set_nodelay(true)?;
        Ok(Self { socket: BufReader::new(socket), host: address.to_owned() })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<(u16, Value), Error> {
        self.send("GET", path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Result<(u16, Value), Error> {
        self.send("POST", path, Some(body)).await
    }

    /// Sends a request and reads the whole answer.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Result<(u16, Value), Error> {
        self.ask(method, path, body).await?;
        let (status, length) = self.head().await?;
        let mut bytes = vec![0; length];
        self.socket.read_exact(&mut bytes).await?;
        Ok((status, serde_json::from_slice(&bytes).unwrap_or(Value::Null)))
    }

    /// Opens a stream of events.
    pub(crate) async fn stream(mut self, path: &str) -> Result<Events, Error> {
        self.ask("GET", path, None).await?;
        let (status, _) = self.head().await?;
        if status == 200 { Ok(Events(self.socket)) } else { Err(format!("{path}: {status}").into()) }
    }

    async fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<(), Error> {
        let body = body.map(ToString::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.socket.write_all(request.as_bytes()).await?;
        Ok(())
    }

    /// The status and the length of the body.
    async fn head(&mut self) -> Result<(u16, usize), Error> {
        let (mut status, mut length) = (0, 0);
        let mut line = String::new();
        loop {
            line.clear();
            if self.socket.read_line(&mut line).await? == 0 {
                return Err("the connection was closed".into());
            }
            let text = line.trim_end();
            if text.is_empty() {
                return Ok((status, length));
            }
            if let Some(rest) = text.strip_prefix("HTTP/1.1 ") {
                status = rest.split(' ').next().unwrap_or_default().parse()?;
            } else if let Some((name, value)) = text.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse()?;
            }
        }
    }
}

/// A stream of events.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// The data of the next event; nothing when the stream has ended.
    pub(crate) async fn next(&mut self) -> Result<Option<Value>, Error> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.0.read_line(&mut line).await? == 0 {
                return Ok(None);
            }
            // Lines with the lengths of chunks, names and numbers of events are passed over.
            if let Some(data) = line.strip_prefix("data: ") {
                return Ok(Some(serde_json::from_str(data)?));
            }
        }
    }
}
