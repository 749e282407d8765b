// Improves the console where scripts are available: pages refresh themselves, and buttons copy texts. The script shows only what
// the server renders: when something changes, it fetches the server's page again.

(() => {
  /** How many milliseconds pass before a page that could not be fetched is requested again. */
  const RETRY = 3_000;

  /** @type {EventSource | undefined} */
  let feed;
  /** True while the page is being refreshed. Changes that are reported meanwhile are handled afterwards. */
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

  /** Listens for changes while the page is visible, because a browser has only a few connections for all of its tabs. */
  function listen() {
    const path = live()?.dataset.feed;
    if (feed || document.hidden || path === undefined) return;
    feed = new EventSource(path);
    feed.addEventListener('change', (event) => {
      if (event.data !== live()?.dataset.state) renew();
    });
    feed.addEventListener('error', () => {
      // The browser restores a broken connection itself. CLOSED means that the server will send nothing more to this reader.
      if (feed?.readyState === EventSource.CLOSED) renew();
    });
  }

  function stopListening() {
    feed?.close();
    feed = undefined;
  }

  /** Replaces this page by the server's current one, but keeps what the reader has opened or focused. */
  async function renew() {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const response = await fetch(location.href.replace(/[?&](?:done|refused)=[^&]*/, ''), { headers: { accept: 'text/html' } });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const fresh = page.getElementById('live');
      // The session has ended or the page no longer exists. Reload, so that the server says so.
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
    // A summary has no id of its own, so remember the id of its details element.
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
      // Without TLS or permission the script cannot copy, but the reader can still copy the selected text by hand.
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
  // Prevents a double click from sending a form twice. After 3 s it can be sent again, in case the reader stopped a request that
  // hung.
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
  // A page that the browser restores from its cache may be outdated.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  showCopyButtons(document);
  // Focuses the thing that was just created, or the message about what went wrong.
  const first = document.querySelector('[aria-invalid="true"], #new-secret');
  if (first instanceof HTMLElement) first.focus();
  listen();
})();
