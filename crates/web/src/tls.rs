//! HTTPS by a certificate and its key.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What a server needs to speak HTTPS.
#[derive(Clone)]
pub struct Tls {
    config: Arc<ServerConfig>,
}

/// Why a certificate or a key will not do.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file is not there or cannot be read.
    #[error("{}: {error}. Use a PEM file that this program can read.", path.display())]
    Unreadable {
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file has nothing of its kind.
    #[error("{}: The file contains no {what}. Use a PEM file that contains one.", path.display())]
    Missing {
        path: PathBuf,
        /// What was looked for.
        what: &'static str,
    },
    /// The two do not go together, or are of a kind nobody can use.
    #[error(
        "The certificate and the key do not work together: {0}. Use a certificate and a key that were issued together."
    )]
    Unfit(tokio_rustls::rustls::Error),
}

impl Tls {
    /// Reads a certificate with the ones that vouch for it, and its key, from PEM files.
    ///
    /// # Errors
    /// [`TlsError`] says which file will not do.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let chain: Result<Vec<_>, _> =
            CertificateDer::pem_file_iter(certificate).and_then(Iterator::collect);
        let chain = chain.map_err(|error| wrong(certificate, "certificate", error))?;
        if chain.is_empty() {
            return Err(TlsError::Missing {
                path: certificate.to_owned(),
                what: "certificate",
            });
        }
        let secret =
            PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, "private key", error))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|builder| {
                builder
                    .with_no_client_auth()
                    .with_single_cert(chain, secret)
            })
            .map_err(TlsError::Unfit)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            config: Arc::new(config),
        })
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(self.config.clone())
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

fn wrong(path: &Path, what: &'static str, error: pem::Error) -> TlsError {
    let path = path.to_owned();
    match error {
        pem::Error::Io(error) => TlsError::Unreadable { path, error },
        _ => TlsError::Missing { path, what },
    }
}
