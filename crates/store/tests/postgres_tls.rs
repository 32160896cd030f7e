//! Private connections to PostgreSQL: where the server has TLS, where the address asks for it, and with somebody in between.

use std::net::SocketAddr;
use std::sync::Arc;

use outflank_desk::log::{GlobalSeq, Store};
use outflank_store::postgres::PostgresStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use crate::support::server::{PASSWORD, Server, USER};
use crate::support::{append, put};

/// How many connections of ours are private, and how many are not.
fn connections(server: &Server) -> (usize, usize) {
    let count = |ssl: &str| {
        let ask = format!(
            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
             WHERE application_name = 'outflank' AND ssl = {ssl}"
        );
        server.sql("log", &ask).trim().parse().unwrap()
    };
    (count("true"), count("false"))
}

async fn said(url: &str) -> String {
    let address = url.parse().unwrap();
    PostgresStore::open(&address).await.unwrap_err().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_is_private_where_it_can_be_or_must_be() {
    let server = Server::start();
    let url = server.database("log");
    let must = format!("{url}?sslmode=require");
    // A server without it.
    let words = said(&must).await;
    assert!(words.contains("server does not support TLS"), "{words}");
    assert!(words.contains("Correct --database"), "{words}");
    let open = PostgresStore::open(&url.parse().unwrap()).await.unwrap();
    put(&open, append("c1", "game/one", 0, &["a"])).await;
    assert_eq!(connections(&server).0, 0);
    drop(open);
    // A server with it, and a certificate it made itself.
    let made = rcgen::generate_simple_self_signed(["log.test".to_owned()]).unwrap();
    server.have_tls(&made.cert.pem(), &made.signing_key.serialize_pem());
    while connections(&server) != (0, 0) {
        tokio::task::yield_now().await;
    }
    for (number, address) in (1..).zip([url.clone(), must]) {
        let store = PostgresStore::open(&address.parse().unwrap())
            .await
            .unwrap();
        put(
            &store,
            append(&format!("d{number}"), "game/one", number, &["b"]),
        )
        .await;
        assert_eq!(store.read_all(GlobalSeq(number), 9).await.unwrap().len(), 1);
        let (private, open) = connections(&server);
        assert!(private >= 3, "writer, listener, reader: {private}");
        assert_eq!(open, 0);
        drop(store);
        while connections(&server) != (0, 0) {
            tokio::task::yield_now().await;
        }
    }
    let never = format!("{url}?sslmode=disable");
    let store = PostgresStore::open(&never.parse().unwrap()).await.unwrap();
    put(&store, append("e1", "game/one", 3, &["c"])).await;
    assert_eq!(connections(&server).0, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_in_between_is_not_told_anything() {
    let server = Server::start();
    server.database("log");
    let made = rcgen::generate_simple_self_signed(["log.test".to_owned()]).unwrap();
    server.have_tls(&made.cert.pem(), &made.signing_key.serialize_pem());
    let between = stand_between(server.port()).await;
    let address = format!(
        "postgres://{USER}:{PASSWORD}@127.0.0.1:{}/log",
        between.port()
    );
    let words = said(&format!("{address}?sslmode=require")).await;
    assert!(words.contains("did not use channel binding"), "{words}");
    // Whoever trusts what is in between, a pooler say, has to say so.
    let trusting = format!("{address}?sslmode=require&channel_binding=disable");
    let store = PostgresStore::open(&trusting.parse().unwrap())
        .await
        .unwrap();
    put(&store, append("c1", "game/one", 0, &["a"])).await;
}

/// Ends private connections under a certificate of its own, and carries on to the server what it reads.
async fn stand_between(port: u16) -> SocketAddr {
    let made = rcgen::generate_simple_self_signed(["log.test".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // The question whether there is TLS, and the answer that there is.
                let mut question = [0; 8];
                stream.read_exact(&mut question).await.unwrap();
                stream.write_all(b"S").await.unwrap();
                let mut ours = acceptor.accept(stream).await.unwrap();
                let mut theirs = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
                // Ends when one of them does, however it ends.
                let _ = tokio::io::copy_bidirectional(&mut ours, &mut theirs).await;
            });
        }
    });
    address
}
