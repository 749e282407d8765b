// Adds two functions to the console in browsers that run scripts: pages refresh themselves, and buttons copy text. All HTML comes
// from the server: when something changes, the script fetches the page again.

(() => {
  /** How long to wait before fetching a page again after a failure, in milliseconds. */
  const RETRY = 3_000;

  /** @type {EventSource | undefined} */
  let feed;
  /** True while the page is being refreshed. Changes that arrive in the meantime are handled afterwards. */
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

  /**
   * Listens for changes while the page is visible. Hidden pages close their connection, because all tabs of a site share only
   * a few connections.
   */
  function listen() {
    const path = live()?.dataset.feed;
    if (feed || document.hidden || path === undefined) return;
    feed = new EventSource(path);
    feed.addEventListener('change', (event) => {
      if (event.data !== live()?.dataset.state) renew();
    });
    feed.addEventListener('error', () => {
      // If the connection breaks, the browser reconnects automatically. CLOSED means that the server has ended the stream for
      // good.
      if (feed?.readyState === EventSource.CLOSED) renew();
    });
  }

  function stopListening() {
    feed?.close();
    feed = undefined;
  }

  /**
   * Replaces the page's contents with the current contents from the server. Sections that the user has opened stay open, and
   * the focus stays where it is.
   */
  async function renew() {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const response = await fetch(location.href.replace(/[?&](?:done|refused)=[^&]*/, ''), { headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = page.getElementById('live');
      // If this element is missing, the session has ended or the page no longer exists. The reloaded page then says so.
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
    // Remembers the id of the details element, because its summary has no id.
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
      // Without TLS or permission, the script cannot copy. It then selects the text, so that the user can copy it.
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
  // Prevents a double click from sending a form twice. After 3 s the form can be sent again, in case the user stopped the
  // request before the response arrived.
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
  // The browser has restored the page from its cache, so it may be outdated.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  showCopyButtons(document);
  // Focuses the secret that was just created, or the first invalid field.
  const first = document.querySelector('[aria-invalid="true"], #new-secret');
  if (first instanceof HTMLElement) first.focus();
  listen();
})();
