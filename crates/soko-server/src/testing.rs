//! A server for tests, without a network.

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode, header},
};
use serde_json::Value;
use soko_lab::WorkerCommand;
use tempfile::TempDir;
use tower::ServiceExt;

use crate::{app::App, guard::Access, jobs::Capacity, options::Options, router};

/// A server with an empty data folder of its own.
pub(crate) struct TestServer {
    router: Router,
    pub(crate) app: App,
    pub(crate) folder: TempDir,
}

/// A new server.
pub(crate) fn server() -> TestServer {
    TestServer::at(tempfile::tempdir().unwrap())
}

impl TestServer {
    /// A server on a folder that another one may have left.
    pub(crate) fn at(folder: TempDir) -> Self {
        Self::with(folder, None)
    }

    /// A server that starts worker processes in this way.
    pub(crate) fn with(folder: TempDir, worker: Option<WorkerCommand>) -> Self {
        let options = Options {
            results: folder.path().join("results.db"),
            data: folder.path().to_owned(),
            access: Access::default(),
            opened: Vec::new(),
            worker,
            capacity: Capacity { jobs: 2, memory: 8 << 30 },
        };
        let app = App::new(options).unwrap();
        Self { router: router(app.clone()), app, folder }
    }

    /// Ends it and begins anew with what it left on disk.
    pub(crate) fn restarted(self) -> Self {
        let Self { router, app, folder } = self;
        app.jobs().close();
        drop((router, app));
        Self::at(folder)
    }

    /// Sends any request.
    pub(crate) async fn send(&self, request: Request<Body>) -> (StatusCode, Vec<u8>) {
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        (status, to_bytes(answer.into_body(), 64 << 20).await.unwrap().to_vec())
    }

    /// Sends bytes.
    pub(crate) async fn bytes(
        &self,
        method: &str,
        path: &str,
        media: &str,
        body: Vec<u8>,
    ) -> (StatusCode, Vec<u8>) {
        let request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
        self.send(request.header(header::CONTENT_TYPE, media).body(Body::from(body)).unwrap()).await
    }

    /// Sends JSON and reads JSON; what is no JSON is a text.
    pub(crate) async fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let (status, bytes) = self.bytes(method, path, "application/json", body).await;
        let text = || Value::String(String::from_utf8_lossy(&bytes).into_owned());
        (status.as_u16(), serde_json::from_slice(&bytes).unwrap_or_else(|_| text()))
    }

    /// Asks for JSON.
    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        self.json("GET", path, &Value::Null).await
    }
}
