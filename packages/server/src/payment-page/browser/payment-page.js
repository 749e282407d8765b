// Adds functions to the payment page in browsers that run scripts: a countdown, updates of the status, buttons that copy values,
// and the return to the merchant. All HTML comes from the server: when the status changes, the script fetches the page again.

(() => {
  /**
   * How long to wait before polling the server again, in milliseconds. As long as nothing changes, the wait grows from FIRST_WAIT
   * to LONGEST_WAIT.
   */
  const FIRST_WAIT = 2_000;
  const LONGEST_WAIT = 15_000;
  const LONGEST_WAIT_AFTER_FAILURE = 60_000;

  let wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let asking;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let leaving;
  /**
   * The time at which the invoice expires, by the page's monotonic clock. The wall clock is not used, because it may be wrong
   * on the payer's device.
   */
  let endsAt = 0;
  /**
   * True once the server was polled early because the countdown reached zero. The script polls early only once, so as not to
   * flood a server that is unavailable.
   */
  let askedAtEnd = false;

  const main = () => /** @type {HTMLElement} */ (document.getElementById('main'));
  /** @param {string} text */
  const announce = (text) => {
    const announcement = document.getElementById('announcement');
    if (announcement) announcement.textContent = text;
  };

  /** All strings of the script, in the language of the page. @type {Record<string, string>} */
  const words = JSON.parse(document.body.dataset.words ?? '{}');
  const { locale } = document.documentElement.dataset;

  /** Starts the timers and shows the buttons after the page was loaded or refreshed. */
  function begin() {
    for (const button of document.querySelectorAll('button.copy, button.print')) button.removeAttribute('hidden');
    for (const time of document.querySelectorAll('time')) {
      const moment = new Date(time.dateTime);
      const sameDay = moment.toDateString() === new Date().toDateString();
      const style = /** @type {Intl.DateTimeFormatOptions} */ (
        sameDay && time.dataset.full === undefined ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }
      );
      time.textContent = new Intl.DateTimeFormat(locale, style).format(moment);
    }
    clearTimeout(asking);
    const { timeLeft } = main().dataset;
    if (timeLeft !== undefined) {
      endsAt = performance.now() + Number(timeLeft);
      askedAtEnd = false;
      askLater();
    }
    countDown();
    beginToLeave();
  }

  /** Shows the remaining time. */
  function countDown() {
    const countdown = document.getElementById('countdown');
    if (!countdown) return;
    const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
    const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
    const hours = Math.floor(seconds / 3600);
    const text = hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '');
    if (countdown.textContent !== text) countdown.textContent = text;
    countdown.classList.toggle('soon', seconds <= 60);
    if (seconds === 60) announce(words.oneMinute ?? '');
    // Polls the server, which decides whether the invoice has expired.
    if (seconds === 0 && !askedAtEnd) {
      askedAtEnd = true;
      wait = FIRST_WAIT;
      askLater();
    }
  }

  function askLater() {
    clearTimeout(asking);
    asking = setTimeout(ask, wait);
  }

  /** Polls the server for changes. */
  async function ask() {
    const { statusPath, state } = main().dataset;
    if (statusPath === undefined || document.hidden) return;
    try {
      const answer = await fetch(statusPath, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(String(answer.status));
      const news = await answer.json();
      if (news.state !== state) return await renew();
      endsAt = performance.now() + news.timeLeft;
      wait = Math.min(LONGEST_WAIT, wait * 1.25);
    } catch {
      wait = Math.min(LONGEST_WAIT_AFTER_FAILURE, wait * 2);
    }
    askLater();
  }

  /** Replaces the page's contents with the current contents from the server. */
  async function renew() {
    const answer = await fetch(main().dataset.pagePath ?? location.pathname);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.getElementById('main');
    if (!fresh) throw new Error('no page');
    const focused = main().contains(document.activeElement) ? document.activeElement?.id : undefined;
    main().replaceWith(document.adoptNode(fresh));
    document.title = page.title;
    wait = FIRST_WAIT;
    begin();
    const headline = document.getElementById('headline');
    // Focuses the same element again or, if it is gone, the headline. Otherwise, the focus would go to the top of the page.
    if (focused !== undefined) ((focused && document.getElementById(focused)) || headline)?.focus();
    announce(
      `${document.querySelector('.status')?.textContent ?? ''}. ${headline?.textContent ?? ''} ${document.querySelector('.amount')?.textContent ?? ''}`,
    );
  }

  /** Sends the payer back to the merchant after a while, unless the payer chooses to stay. */
  function beginToLeave() {
    clearInterval(leaving);
    const seconds = document.getElementById('seconds');
    const target = /** @type {HTMLAnchorElement | null} */ (document.getElementById('return'));
    if (!seconds || !target) return;
    const goesAt = performance.now() + Number(seconds.textContent) * 1000;
    leaving = setInterval(() => {
      const left = Math.max(0, Math.ceil((goesAt - performance.now()) / 1000));
      seconds.textContent = String(left);
      if (left > 0) return;
      clearInterval(leaving);
      // Clicks the link instead of setting `location`, because an attribute of the link prevents the browser from sending a
      // referrer.
      target.click();
    }, 250);
  }

  /** @param {HTMLElement} button */
  async function copy(button) {
    const source = document.getElementById(button.dataset.copy ?? '');
    if (!source) return;
    const text = button.dataset.text ?? (source instanceof HTMLTextAreaElement ? source.value : (source.textContent ?? ''));
    const label = button.firstElementChild;
    let copied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without TLS or permission, the script cannot copy. It then selects the text, so that the payer can copy it.
      if (source instanceof HTMLTextAreaElement) source.select();
      else getSelection()?.selectAllChildren(source);
      copied = document.execCommand('copy');
    }
    announce((copied ? words.copiedAloud : words.selectedAloud) ?? '');
    if (!label) return;
    label.textContent = (copied ? words.copied : words.selected) ?? '';
    setTimeout(() => {
      label.textContent = words.copy ?? '';
    }, 2_000);
  }

  document.addEventListener('click', (event) => {
    const target = /** @type {Element} */ (event.target);
    const button = target.closest('button.copy');
    if (button instanceof HTMLElement) copy(button);
    if (target.closest('button.print')) {
      // A payer who prints the page is no longer sent back automatically.
      clearInterval(leaving);
      document.getElementById('leaving')?.remove();
      print();
    }
    if (target.closest('#stay')) {
      event.preventDefault();
      clearInterval(leaving);
      document.getElementById('leaving')?.remove();
      history.replaceState(null, '', `${main().dataset.pagePath}?stay`);
      announce(words.stays ?? '');
      document.getElementById('headline')?.focus();
    }
  });
  // Prevents a double click from sending a form twice. After 3 s the form can be sent again, in case the payer stopped the
  // request before the response arrived.
  document.addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    setTimeout(() => form.removeAttribute('data-sent'), 3_000);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || main().dataset.timeLeft === undefined) return;
    wait = FIRST_WAIT;
    clearTimeout(asking);
    ask();
  });
  // If the browser restores the page from its cache, the page may be outdated, and its form may already have been sent.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });

  begin();
  setInterval(countDown, 250);
})();
