//! TLS to the database, where it has it or the address asks for it.
//!
//! No authority is asked about the certificate: most databases made theirs themselves. Instead the password is proven
//! over this very connection (channel binding), which somebody in between cannot do; an address with
//! `sslmode=require` insists on it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::ring::cipher_suite::{
    TLS13_AES_128_GCM_SHA256, TLS13_AES_256_GCM_SHA384,
};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error, SignatureScheme, SupportedCipherSuite,
};

#[derive(Clone)]
pub(crate) struct Tls(TlsConnector);

/// A handshake that came to nothing: the two do not understand each other.
#[derive(Debug, thiserror::Error)]
#[error("TLS with it fails ({0}); with ?sslmode=disable at the end of the address there is none")]
struct HandshakeError(Error);

impl Tls {
    pub(crate) fn new() -> Result<Self, Error> {
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyServer(provider)))
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Private<S>;
    type TlsConnect = To;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<To> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(To(self.0.clone(), name))
    }
}

/// A connection about to be made private.
pub(crate) struct To(TlsConnector, ServerName<'static>);

type BoxError = Box<dyn std::error::Error + Send + Sync>;

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for To {
    type Stream = Private<S>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Private<S>, BoxError>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            match self.0.connect(self.1, stream).await {
                Ok(stream) => Ok(Private(stream)),
                Err(error) => Err(misunderstood(error)),
            }
        })
    }
}

/// A connection that broke is one thing, a server that speaks otherwise another.
fn misunderstood(error: io::Error) -> BoxError {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    match cause {
        Some(cause) => Box::new(HandshakeError(Error::clone(cause))),
        None => Box::new(error),
    }
}

pub(crate) struct Private<S>(client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Private<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Private<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Private<S> {
    fn channel_binding(&self) -> ChannelBinding {
        let shown = self.0.get_ref().1.peer_certificates();
        let print = shown.and_then(|shown| fingerprint(shown.first()?));
        print.map_or_else(ChannelBinding::none, ChannelBinding::tls_server_end_point)
    }
}

/// The certificate's hash by the function it was signed with, as RFC 5929 wants it; none for signatures without one.
fn fingerprint(certificate: &CertificateDer<'_>) -> Option<Vec<u8>> {
    let (suite, _) = (HASHES.iter())
        .find(|(_, kinds)| signature_kind(certificate).is_some_and(|kind| kinds.contains(&kind)))?;
    let hash = suite.tls13()?.common.hash_provider.hash(certificate);
    Some(hash.as_ref().to_vec())
}

/// Kinds of signatures by the contents of their object identifiers, with a cipher suite that has their hash. What was
/// signed with SHA-1 is hashed with SHA-256.
const HASHES: [(&SupportedCipherSuite, &[&[u8]]); 2] = [
    (
        &TLS13_AES_128_GCM_SHA256,
        &[
            &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x05],
            &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b],
            &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
        ],
    ),
    (
        &TLS13_AES_256_GCM_SHA384,
        &[
            &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0c],
            &[0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03],
        ],
    ),
];

/// Certificate ::= SEQUENCE { what is signed, SEQUENCE { the kind of signature, … }, … }
fn signature_kind<'a>(certificate: &'a CertificateDer<'_>) -> Option<&'a [u8]> {
    let (whole, _) = element(certificate)?;
    let (_, after) = element(whole)?;
    let (algorithm, _) = element(after)?;
    Some(element(algorithm)?.0)
}

/// The contents of the first element and what is after it.
fn element(der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (_, rest) = der.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..0x80 => (usize::from(first), rest),
        0x81..=0x84 => {
            let (digits, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
            let length = digits
                .iter()
                .fold(0, |so_far, digit| so_far * 256 + usize::from(*digit));
            (length, rest)
        }
        0x80 | 0x85.. => return None,
    };
    rest.split_at_checked(length)
}

/// Takes any certificate whose key the server has; who it is, the password tells.
#[derive(Debug)]
struct AnyServer(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyServer {
    fn verify_server_cert(
        &self,
        _certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
