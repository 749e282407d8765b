// The one-page edition used to be at this address. Links to its anchors, such as `#errors`, are redirected to its new address.
// Redoc's own anchors begin with "#/".
function leadAnchor() {
  if (/^#[^/]/.test(location.hash)) location.replace(`page.html${location.hash}`);
}
leadAnchor();
addEventListener('hashchange', leadAnchor);
