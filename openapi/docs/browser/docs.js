// Adds comfort to a page that is whole without it: copying, tabs of languages, search, the place in the sidebar, and "Try it".
const root = document.documentElement;
root.classList.add('script');

const find = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// Copy.
function addCopy(figure, text) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.setAttribute('aria-label', `Copy: ${figure.querySelector('figcaption').textContent}`);
  button.addEventListener('click', async () => {
    const copied = await copy(text());
    button.textContent = copied ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  figure.append(button);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page over plain HTTP has no clipboard.
    const box = make('textarea', { value: text });
    document.body.append(box);
    box.select();
    const copied = document.execCommand('copy');
    box.remove();
    return copied;
  }
}
for (const figure of find('figure.code')) addCopy(figure, () => figure.querySelector('code').textContent);

// Tabs of languages: one choice for the whole page. What is not chosen can still be found with the browser's own search.
const groups = find('.samples').map((group, index) => {
  const panels = find('.sample', group);
  const list = make('div', { className: 'tabs' });
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = panels.map((panel, place) => {
    const label = panel.querySelector('figcaption').textContent;
    const tab = make('button', { type: 'button', textContent: label, id: `tab-${index}-${place}` });
    panel.id = `sample-${index}-${place}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => chooseLanguage(label));
    panel.addEventListener('beforematch', () => chooseLanguage(label));
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.click();
    next.focus();
  });
  list.append(...tabs);
  group.prepend(list);
  return { tabs, panels };
});

function chooseLanguage(label) {
  for (const { tabs, panels } of groups) {
    const chosen = Math.max(
      0,
      tabs.findIndex((tab) => tab.textContent === label),
    );
    tabs.forEach((tab, place) => {
      tab.setAttribute('aria-selected', String(place === chosen));
      tab.tabIndex = place === chosen ? 0 : -1;
      if (place === chosen) panels[place].removeAttribute('hidden');
      else panels[place].setAttribute('hidden', 'until-found');
    });
  }
}
chooseLanguage('curl');

// A table or a line that is wider than the page must be scrolled with the keyboard too, and only then.
const names = new Map();
function makeReachable() {
  for (const box of find('.scroll')) {
    const wide = box.scrollWidth > box.clientWidth;
    if (wide) {
      box.tabIndex = 0;
      box.setAttribute('role', 'region');
      if (!names.has(box)) {
        const title = box.closest('section')?.querySelector('h2, h1')?.textContent ?? 'Table';
        names.set(box, `Table in ${title}, ${[...names.keys()].length + 1}`);
      }
      box.setAttribute('aria-label', names.get(box));
    } else for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
  }
}
makeReachable();
addEventListener('resize', makeReachable);

// The sidebar: folded on a telephone, and it marks the section that is read.
const contents = document.querySelector('nav details');
const narrow = matchMedia('(width < 64rem)');
const fold = () => {
  contents.open = !narrow.matches;
};
fold();
narrow.addEventListener('change', fold);
contents.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a')) contents.open = false;
});
const links = new Map(find('nav a[href^="#"]').map((link) => [link.hash.slice(1), link]));
const seen = new Set();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target.id);
    const first = find('main > section').find(({ id }) => seen.has(id));
    for (const [id, link] of links) {
      if (id === first?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  },
  { rootMargin: '-90px 0px -85% 0px' },
);
for (const section of find('main > section')) watcher.observe(section);

// Search: every section, heading, field and code, as the page has them.
const search = document.querySelector('.search');
const input = search.querySelector('input');
const results = document.querySelector('#found');
let index;
search.hidden = false;

function readIndex() {
  return find('main > section, main h3[id], main h4[id], main tr[id]').map((element) => {
    const isRow = element.matches('tr');
    const isSection = element.matches('section');
    const cells = isRow ? [...element.cells].map((cell) => wordsOf(cell)) : [];
    const title = isRow
      ? element.id.startsWith('problem-')
        ? cells[1]
        : element.querySelector('th').textContent.replace(/(required|optional)$/, '')
      : wordsOf(isSection ? element.querySelector('h1, h2') : element);
    const section = element.closest('section');
    const where = isSection ? '' : wordsOf(section.querySelector('h1, h2'));
    const text = isRow ? cells.join(' ') : isSection ? '' : wordsUntilHeading(element);
    const weight = element.id.startsWith('problem-') ? 3 : isSection ? 2 : isRow ? 1 : 1.5;
    const snippet = element.id.startsWith('problem-') ? `${cells[0]}. ${cells[2]} ${cells[3]}` : isRow ? cells.at(-1) : text;
    return {
      id: element.id,
      title,
      where,
      text: isSection ? wordsUntilHeading(element.querySelector('h1, h2')) : text,
      snippet,
      weight,
    };
  });
}

/** Reads a text as it is seen: blocks are parted by a space, which `textContent` leaves out. */
function wordsOf(element) {
  const words = [];
  let last;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const block = parentElement.closest('p, li, td, th, dt, dd, div, pre, figcaption, h1, h2, h3, h4, .needed, th .soft, button');
    words.push(block === last ? textContent : ` ${textContent}`);
    last = block;
  }
  return words.join('').replace(/\s+/g, ' ').trim();
}

function wordsUntilHeading(heading) {
  const words = [];
  for (let next = heading.nextElementSibling; next && !next.matches('h2, h3, h4'); next = next.nextElementSibling) {
    if (!next.matches('form')) words.push(wordsOf(next));
  }
  return words.join(' ');
}

function rank(entry, words) {
  const title = entry.title.toLowerCase();
  const whole = words.join(' ');
  const text = `${title} ${entry.where} ${entry.text}`.toLowerCase();
  if (!words.every((word) => text.includes(word))) return 0;
  if (title === whole) return 1000 + entry.weight;
  if (title.startsWith(whole)) return 500 + entry.weight;
  if (words.every((word) => title.includes(word))) return 200 + entry.weight;
  return entry.weight + 1 / (1 + text.indexOf(words[0]) / 200);
}

function showFound() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  if (results.hidden) return;
  index ??= readIndex();
  const found = index
    .map((entry) => ({ entry, score: rank(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12);
  const items = found.map(({ entry }) => {
    const at = Math.max(0, (entry.snippet || entry.text).toLowerCase().indexOf(words[0]) - 40);
    const text = (entry.snippet || entry.text).slice(at, at + 160);
    const link = make('a', { href: `#${entry.id}` }, make('strong', { textContent: entry.title }));
    if (entry.where) link.append(make('span', { className: 'soft', textContent: ` in ${entry.where}` }));
    link.append(
      make('span', { className: 'snippet', textContent: `${at > 0 ? '… ' : ''}${text}${text.length === 160 ? ' …' : ''}` }),
    );
    return make('li', {}, link);
  });
  results.replaceChildren(
    items.length > 0 ? make('ul', {}, ...items) : make('p', { textContent: `Nothing has all of these words: ${input.value}` }),
  );
}
input.addEventListener('input', showFound);
search.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
search.addEventListener('keydown', (event) => {
  const found = find('a', results);
  const place = found.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    results.hidden = true;
    input.focus();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const next = place + (event.key === 'ArrowDown' ? 1 : -1);
    (found[next] ?? (next < 0 ? input : found.at(-1)))?.focus();
  }
});
results.addEventListener('click', (event) => {
  if (event.target.closest('a')) results.hidden = true;
});
document.addEventListener('click', (event) => {
  if (!search.contains(event.target)) results.hidden = true;
});

// "Try it", where a server serves the page; a file has none.
const { servedBy, sandbox } = root.dataset;
if (servedBy && /^https?:$/.test(location.protocol)) for (const form of find('form.try')) prepareTry(form);

function prepareTry(form) {
  form.hidden = false;
  const body = form.querySelector('textarea');
  const token = form.querySelector('.token');
  const result = form.querySelector('.try-result');
  form.querySelector('.served-by').textContent = servedBy;
  form.querySelector('select')?.addEventListener('change', ({ target }) => {
    body.value = target.value;
  });
  // One token for all forms; it is kept nowhere else.
  token.addEventListener('input', () => {
    for (const other of find('form.try .token')) other.value = token.value;
  });
  if (sandbox !== undefined && body.value.includes('"webReceipt"'))
    form.querySelector('.try-actions').append(payButton(body, token, result));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const headers = Object.fromEntries(
      find('[data-header]', form).flatMap(({ dataset, value }) => (value ? [[dataset.header, value]] : [])),
    );
    await send({
      path: form.dataset.path,
      body: body.value,
      headers,
      token: token.value,
      result,
      isCreate: form.dataset.operation === 'createPayment',
    });
  });
}

/** In the sandbox a payment can be played, so that there is a receipt to submit. */
function payButton(body, token, result) {
  const button = make('button', { type: 'button', className: 'quiet', textContent: 'Play the payment and fill in its receipt' });
  button.addEventListener('click', async () => {
    const { invoiceId } = readJson(body.value) ?? {};
    const found = await send({
      path: '/api/v1/payments/fetch',
      body: JSON.stringify({ invoiceId }),
      headers: {},
      token: token.value,
      result,
    });
    if (!found?.amount) return;
    const amount = Math.round((found.amount - (found.paidAmount ?? 0)) * 100) / 100;
    const played = await send({
      path: '/sandbox/payments',
      body: JSON.stringify({ invoiceId, amount, outcome: 'completed' }),
      headers: {},
      token: token.value,
      result,
    });
    if (played?.webReceipt) body.value = JSON.stringify({ invoiceId, webReceipt: played.webReceipt }, null, 2);
  });
  return button;
}

async function send({ path, body, headers, token, result, isCreate = false }) {
  result.replaceChildren(make('p', { textContent: 'Sending …' }));
  const all = { 'Content-Type': 'application/json', ...headers };
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    `curl -sS ${quote(servedBy + path)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    '-H "Authorization: Bearer $TOKEN"',
    `--data-raw ${quote(body)}`,
  ];
  const line = lines.join(' \\\n  ');
  try {
    // Beside the docs, by whatever name this browser reached the server.
    const response = await fetch(new URL(`..${path}`, new URL('.', location.href)), {
      method: 'POST',
      headers: { ...all, Authorization: `Bearer ${token}` },
      body,
      credentials: 'omit',
      cache: 'no-store',
    });
    const text = await response.text();
    const json = readJson(text);
    const shown = ['content-type', 'x-request-id', 'retry-after', 'ratelimit', 'idempotent-replayed']
      .flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : []))
      .join('\n');
    const parts = [
      make('p', {
        className: response.ok ? 'status good' : 'status bad',
        textContent: `${response.status} ${response.statusText}`.trim(),
      }),
      figureOf('Headers', shown),
      figureOf('Response', json === undefined ? text : JSON.stringify(json, null, 2)),
    ];
    if (json?.code && document.getElementById(`problem-${json.code}`)) {
      parts.splice(1, 0, make('p', {}, 'What to do: ', make('a', { href: `#problem-${json.code}`, textContent: json.code })));
    }
    if (response.ok && isCreate) parts.splice(1, 0, keepInvoice(json));
    result.replaceChildren(...parts, figureOf('The same with curl', line));
    return json;
  } catch (error) {
    result.replaceChildren(
      make('p', { className: 'status bad', textContent: `No response: ${error.message}. Is the server still running?` }),
      figureOf('The same with curl', line),
    );
    return undefined;
  }
}

/** The forms of the other operations go on with the invoice that was just created. */
function keepInvoice({ id, paymentUrl }) {
  for (const box of find('form.try textarea')) {
    const body = readJson(box.value);
    if (body && 'invoiceId' in body) box.value = JSON.stringify({ ...body, invoiceId: id }, null, 2);
  }
  const link = make('a', { href: paymentUrl, textContent: 'Open its payment page', target: '_blank', rel: 'noopener' });
  return make('p', {}, 'The forms below now have the id of this invoice. ', link, '.');
}

function figureOf(label, text) {
  const pre = make('pre', { tabIndex: 0 }, make('code', { textContent: text }));
  const figure = make('figure', { className: 'code' }, make('figcaption', { textContent: label }), pre);
  addCopy(figure, () => text);
  return figure;
}

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
