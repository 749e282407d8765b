// Anchors of this address were those of the one-page edition; Redoc's begin with "#/".
function leadAnchor() {
  if (/^#[^/]/.test(location.hash)) location.replace(`page.html${location.hash}`);
}
leadAnchor();
addEventListener('hashchange', leadAnchor);
