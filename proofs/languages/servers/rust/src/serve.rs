//! Serves HTTP in front of the generated code, which does not check tokens and refuses requests with plain text.
use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use subtle::ConstantTimeEq;
use tokio::net::TcpListener;

/// Listens on PORT and prints the server's URL and token. Calls `make` with the base URL, and passes each request to the
/// service that `make` returns.
pub async fn serve<Next, Reply>(make: impl FnOnce(String) -> Next)
where
    Next: Fn(Request<Bytes>) -> Reply + Clone + Send + Sync + 'static,
    Reply: Future<Output = Response<Bytes>> + Send,
{
    let port = std::env::var("PORT").unwrap_or("0".into());
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await.expect("a free port");
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    let token = uuid::Uuid::new_v4().simple().to_string();
    println!("{}", serde_json::json!({ "baseUrl": base_url, "token": token }));
    let next = make(base_url);
    while let Ok((stream, _)) = listener.accept().await {
        let (token, next) = (token.clone(), next.clone());
        tokio::spawn(async move {
            let service = service_fn(|request| async { Ok::<_, Infallible>(guard(request, &token, &next).await.map(Full::new)) });
            let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn guard<Next, Reply>(request: Request<Incoming>, token: &str, next: &Next) -> Response<Bytes>
where
    Next: Fn(Request<Bytes>) -> Reply,
    Reply: Future<Output = Response<Bytes>>,
{
    let sent = request.headers().get(AUTHORIZATION).map_or(&b""[..], HeaderValue::as_bytes);
    if !bool::from(sent.ct_eq(format!("Bearer {token}").as_bytes())) {
        return refuse(StatusCode::UNAUTHORIZED);
    }
    let (parts, body) = request.into_parts();
    let Ok(read) = Limited::new(body, 32 << 10).collect().await else { return refuse(StatusCode::PAYLOAD_TOO_LARGE) };
    let body = read.to_bytes();
    // Accepts one JSON value and nothing after it, because rust-server's code stops after the first value.
    if parts.method == Method::POST && serde_json::from_slice::<serde_json::Value>(&body).is_err() {
        return refuse(StatusCode::BAD_REQUEST);
    }
    let response = next(Request::from_parts(parts, body)).await;
    let kind = response.headers().get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    match response.status() {
        status if status.as_u16() < 400 || kind.ends_with(b"json") => response,
        // The body was JSON, so one of its fields is wrong.
        StatusCode::BAD_REQUEST => refuse(StatusCode::UNPROCESSABLE_ENTITY),
        status => refuse(status),
    }
}

/// The problem code and the message of a refusal.
fn describe(status: StatusCode) -> (&'static str, &'static str) {
    match status {
        StatusCode::BAD_REQUEST => ("malformed_json", "Send one JSON object."),
        StatusCode::UNAUTHORIZED => ("unauthenticated", "Send the token."),
        StatusCode::NOT_FOUND => ("not_found", "There is no such path."),
        StatusCode::METHOD_NOT_ALLOWED => ("method_not_allowed", "Send a POST."),
        StatusCode::PAYLOAD_TOO_LARGE => ("payload_too_large", "Send a body of up to 32 KiB."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ("unsupported_media_type", "Send application/json."),
        StatusCode::UNPROCESSABLE_ENTITY => ("validation_failed", "A field of the body is missing, or not what it must be."),
        _ => ("internal_error", "A bug in the service stopped this request."),
    }
}

fn refuse(status: StatusCode) -> Response<Bytes> {
    let (code, detail) = describe(status);
    let problem = serde_json::json!({ "type": "about:blank", "title": status.canonical_reason(), "status": status.as_u16(), "code": code, "detail": detail });
    let mut response = Response::new(Bytes::from(problem.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    if status == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer realm=\"payments\""));
    }
    response
}
