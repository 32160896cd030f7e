//! Codes that a phone reads.

use std::fmt::Write as _;

use crate::pages::html::Html;

/// An address as a QR code in SVG; nothing if it is too long for one.
pub(crate) fn qr(address: &str, label: &str) -> Html {
    let Ok(code) = fast_qr::QRBuilder::new(address).build() else {
        return Html::default();
    };
    let size = code.size;
    let mut html = Html::default();
    let _ = write!(
        html.0,
        "<svg class=\"qr\" viewBox=\"-2 -2 {0} {0}\" role=\"img\" shape-rendering=\"crispEdges\" aria-label=\"",
        size + 4
    );
    html.push_text(label);
    html.push("\"><path d=\"");
    for y in 0..size {
        for x in 0..size {
            if code[y][x].value() {
                let _ = write!(html.0, "M{x} {y}h1v1h-1z");
            }
        }
    }
    html.push("\"/></svg>");
    html
}
