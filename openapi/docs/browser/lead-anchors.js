// Old anchors of this address belonged to the one-page edition; Redoc's anchors begin with "#/".
function leadAnchor() {
  if (/^#[^/]/.test(location.hash)) location.replace(`page.html${location.hash}`);
}
leadAnchor();
addEventListener('hashchange', leadAnchor);
