// Sends old anchors of this address to the one-page edition, which they belonged to. Redoc's anchors begin with "#/".
function leadAnchor() {
  if (/^#[^/]/.test(location.hash)) location.replace(`page.html${location.hash}`);
}
leadAnchor();
addEventListener('hashchange', leadAnchor);
