//! One description per endpoint, from which both the router and the OpenAPI document are made.
//!
//! ```text
//! Endpoint::post("/api/jobs", "jobs", "Start a run", start).takes::<NewJob>().answers::<Job>()
//!     │                                                            │
//!     ├──► Router                                                  └──► schemas of schemars
//!     └──► /api/openapi.json
//! ```
//!
//! So nothing can be served that is not described, and a description cannot forget an endpoint.

use axum::{
    Router,
    handler::Handler,
    routing::{MethodFilter, MethodRouter, on},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::{app::App, arrival::bounded, limits, problem::ProblemBody};

type Sketch = fn(&mut SchemaGenerator) -> Schema;

/// One method of one path.
pub(crate) struct Endpoint {
    method: &'static str,
    path: &'static str,
    tag: &'static str,
    summary: &'static str,
    query: Option<Sketch>,
    body: Option<Sketch>,
    /// It takes a file as it is.
    file: bool,
    /// Most bytes of its body.
    most: usize,
    answer: Option<Sketch>,
    /// What is answered where it is not JSON.
    media: Option<&'static str>,
    status: u16,
    route: MethodRouter<App>,
}

impl Endpoint {
    fn new<H: Handler<T, App>, T: 'static>(
        (method, filter): (&'static str, MethodFilter),
        path: &'static str,
        tag: &'static str,
        summary: &'static str,
        handler: H,
    ) -> Self {
        let route = on(filter, handler);
        Self {
            method,
            path,
            tag,
            summary,
            query: None,
            body: None,
            file: false,
            most: limits::BODY,
            answer: None,
            media: None,
            status: 200,
            route,
        }
    }

    pub(crate) fn get<H: Handler<T, App>, T: 'static>(
        path: &'static str,
        tag: &'static str,
        summary: &'static str,
        handler: H,
    ) -> Self {
        Self::new(("get", MethodFilter::GET), path, tag, summary, handler)
    }

    pub(crate) fn post<H: Handler<T, App>, T: 'static>(
        path: &'static str,
        tag: &'static str,
        summary: &'static str,
        handler: H,
    ) -> Self {
        Self::new(("post", MethodFilter::POST), path, tag, summary, handler)
    }

    pub(crate) fn put<H: Handler<T, App>, T: 'static>(
        path: &'static str,
        tag: &'static str,
        summary: &'static str,
        handler: H,
    ) -> Self {
        Self::new(("put", MethodFilter::PUT), path, tag, summary, handler)
    }

    pub(crate) fn delete<H: Handler<T, App>, T: 'static>(
        path: &'static str,
        tag: &'static str,
        summary: &'static str,
        handler: H,
    ) -> Self {
        Self::new(("delete", MethodFilter::DELETE), path, tag, summary, handler)
    }

    /// What may stand behind the question mark.
    #[must_use]
    pub(crate) fn asks<Q: JsonSchema>(mut self) -> Self {
        self.query = Some(SchemaGenerator::subschema_for::<Q>);
        self
    }

    /// The JSON body it takes.
    #[must_use]
    pub(crate) fn takes<B: JsonSchema>(mut self) -> Self {
        self.body = Some(SchemaGenerator::subschema_for::<B>);
        self
    }

    /// It takes a file: its bytes as they are, at most so many.
    #[must_use]
    pub(crate) const fn takes_file(mut self, most: usize) -> Self {
        self.file = true;
        self.up_to(most)
    }

    /// Its body may be longer than others'.
    #[must_use]
    pub(crate) const fn up_to(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// The JSON it answers with.
    #[must_use]
    pub(crate) fn answers<A: JsonSchema>(mut self) -> Self {
        self.answer = Some(SchemaGenerator::subschema_for::<A>);
        self
    }

    /// It answers with a file.
    #[must_use]
    pub(crate) const fn gives(mut self, media: &'static str) -> Self {
        self.media = Some(media);
        self
    }

    /// The status of success, if it is not 200.
    #[must_use]
    pub(crate) const fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    fn describe(&self, generator: &mut SchemaGenerator) -> Value {
        let mut parameters = path_parameters(self.path);
        if let Some(query) = self.query {
            parameters.extend(query_parameters(query, generator));
        }
        let mut operation = json!({
            "tags": [self.tag],
            "summary": self.summary,
            "operationId": operation_id(self.method, self.path),
            "parameters": parameters,
        });
        if let Some(body) = self.body {
            operation["requestBody"] = json!({
                "required": true,
                "content": { "application/json": { "schema": body(generator) } },
            });
        }
        if self.file {
            let schema = json!({ "type": "string", "format": "binary" });
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/octet-stream": { "schema": schema } } });
        }
        let content = match (self.answer, self.media) {
            (Some(answer), _) => json!({ "application/json": { "schema": answer(generator) } }),
            (None, Some(media)) => json!({ media: {} }),
            (None, None) => Value::Null,
        };
        let mut success = json!({ "description": self.summary });
        if !content.is_null() {
            success["content"] = content;
        }
        let refusal = generator.subschema_for::<ProblemBody>();
        operation["responses"] = json!({
            self.status.to_string(): success,
            "4XX": {
                "description": "Why it cannot be done",
                "content": { "application/json": { "schema": refusal } },
            },
        });
        operation
    }
}

/// A router of all endpoints.
pub(crate) fn router(endpoints: Vec<Endpoint>) -> Router<App> {
    endpoints.into_iter().fold(Router::new(), |router, endpoint| {
        router.route(endpoint.path, bounded(endpoint.route, endpoint.most))
    })
}

/// The OpenAPI document.
pub(crate) fn document(endpoints: &[Endpoint], version: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut paths = Map::new();
    for endpoint in endpoints {
        let operation = endpoint.describe(&mut generator);
        let path = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        path[endpoint.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sokolab workbench",
            "version": version,
            "description": "Everything the workbench's pages do. All changes are POST, PUT or DELETE with JSON bodies; \
                            live numbers come over one stream of server-sent events per page.",
        },
        "paths": paths,
        "components": { "schemas": generator.take_definitions(true) },
    })
}

/// The parts in braces. Those called `number` are integers from 1.
fn path_parameters(path: &str) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    names
        .map(|name| {
            let schema = match name {
                "number" => json!({ "type": "integer", "minimum": 1 }),
                _ => json!({ "type": "string", "minLength": 1 }),
            };
            json!({ "name": name, "in": "path", "required": true, "schema": schema })
        })
        .collect()
}

/// The properties of a struct as parameters.
fn query_parameters(query: Sketch, generator: &mut SchemaGenerator) -> Vec<Value> {
    let schema = query(generator);
    let reference = schema.get("$ref").and_then(Value::as_str);
    let name = reference.and_then(|path| path.rsplit('/').next());
    let object = name.and_then(|name| generator.definitions().get(name)).cloned();
    let object = object.unwrap_or_else(|| schema.to_value());
    let required: Vec<&str> =
        object["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = object["properties"].as_object().cloned().unwrap_or_default();
    properties
        .into_iter()
        .map(|(name, mut schema)| {
            let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            let needed = required.contains(&name.as_str());
            json!({
                "name": name, "in": "query", "required": needed, "schema": schema,
                "description": description.unwrap_or_default(),
            })
        })
        .collect()
}

fn operation_id(method: &str, path: &str) -> String {
    let words = path.split('/').filter(|word| !word.is_empty() && *word != "api");
    let words = words.map(|word| word.trim_matches(['{', '}']).replace(['.', '-'], "_"));
    std::iter::once(method.to_owned()).chain(words).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    struct Query {
        /// How wide.
        #[expect(dead_code, reason = "only its schema is asked for")]
        cell: Option<u32>,
    }

    #[test]
    fn a_description_names_path_query_and_refusals() {
        let endpoint =
            Endpoint::get("/api/levels/{collection}/{number}", "levels", "One level", async || "x")
                .asks::<Query>()
                .gives("image/svg+xml");
        let document = document(&[endpoint], "1");
        let operation = &document["paths"]["/api/levels/{collection}/{number}"]["get"];
        let names: Vec<_> = operation["parameters"].as_array().unwrap().iter().map(|p| &p["name"]).collect();
        assert_eq!(names, ["collection", "number", "cell"]);
        assert_eq!(operation["parameters"][1]["schema"]["minimum"], 1);
        assert_eq!(operation["parameters"][2]["description"], "How wide.");
        assert!(operation["responses"]["4XX"].is_object());
        assert_eq!(operation["operationId"], "get_levels_collection_number");
    }
}
