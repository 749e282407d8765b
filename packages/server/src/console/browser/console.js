// The part of the console that is better with script: pages renew themselves, and texts can be copied with a button. Everything it
// shows comes from the server: news brings the server's own page.

(() => {
  /** Milliseconds until a page that could not be had is asked for again. */
  const RETRY = 3_000;

  /** @type {EventSource | undefined} */
  let feed;
  /** True while the page is being renewed; news that comes meanwhile is looked at afterwards. */
  let isRenewing = false;

  const live = () => document.getElementById('live');
  /** @param {string} text */
  const announce = (text) => {
    const announcement = document.getElementById('announcement');
    if (announcement) announcement.textContent = text;
  };

  /** @param {ParentNode} root */
  function showCopyButtons(root) {
    for (const button of root.querySelectorAll('button[data-copy]')) button.removeAttribute('hidden');
  }

  /** Listens for news, unless nobody is looking: a browser has only a few connections for all of its tabs. */
  function listen() {
    const path = live()?.dataset.feed;
    if (feed || document.hidden || path === undefined) return;
    feed = new EventSource(path);
    feed.addEventListener('change', (event) => {
      if (event.data !== live()?.dataset.state) renew();
    });
    feed.addEventListener('error', () => {
      // Not a connection that broke, which the browser makes again: the server has nothing more to say to this reader.
      if (feed?.readyState === EventSource.CLOSED) renew();
    });
  }

  function stopListening() {
    feed?.close();
    feed = undefined;
  }

  /** Puts the server's page of now in the place of this one, but for what the reader has opened, focused or typed. */
  async function renew() {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const response = await fetch(location.href.replace(/[?&](?:done|refused)=[^&]*/, ''), { headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = page.getElementById('live');
      // The session is over, or the page is gone: the server says so.
      if (!fresh) return location.reload();
      replace(fresh);
    } catch {
      setTimeout(renew, RETRY);
    } finally {
      isRenewing = false;
    }
  }

  /** @param {HTMLElement} fresh */
  function replace(fresh) {
    const old = live();
    if (!old) return;
    for (const details of old.querySelectorAll('details[open]'))
      fresh.querySelector(`#${CSS.escape(details.id)}`)?.setAttribute('open', '');
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    // What can be scrolled has no id of its own; its place among its kind stays when things are added above.
    const summary = focused?.closest('details')?.id;
    const shown = new Set([...old.querySelectorAll('[id]')].map(({ id }) => id));
    old.replaceWith(document.adoptNode(fresh));
    showCopyButtons(fresh);
    const again =
      (focused?.id && document.getElementById(focused.id)) ||
      (summary && document.querySelector(`#${CSS.escape(summary)} > summary`));
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    if ([...fresh.querySelectorAll('[id]')].some(({ id }) => !shown.has(id)) || shown.size === 0) announce('The page has news.');
  }

  /** @param {HTMLElement} button */
  async function copy(button) {
    const source = document.getElementById(button.dataset.copy ?? '');
    if (!source) return;
    let copied = true;
    try {
      await navigator.clipboard.writeText(source.textContent ?? '');
    } catch {
      // Without TLS or permission the script cannot copy: the selected text can still be copied by hand.
      getSelection()?.selectAllChildren(source);
      copied = document.execCommand('copy');
    }
    button.textContent = copied ? 'Copied' : 'Selected';
    announce(copied ? 'Copied.' : 'Selected: copy it with your keyboard.');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  }

  document.addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button[data-copy]');
    if (button instanceof HTMLElement) copy(button);
  });
  // Two clicks are not two payments. But a reader who stopped a request that hung may send it again.
  document.addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    setTimeout(() => form.removeAttribute('data-sent'), 3_000);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopListening();
    else listen();
  });
  addEventListener('pagehide', stopListening);
  // A page that the browser kept whole may be old.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  showCopyButtons(document);
  // What has just been made, or went wrong, comes first.
  const first = document.querySelector('[aria-invalid="true"], #new-secret');
  if (first instanceof HTMLElement) first.focus();
  listen();
})();
