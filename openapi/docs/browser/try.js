// Makes "Try it" work where a server serves the page. A page that was opened as a file has no server. page.js must be
// loaded first.
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
  // All forms share one token. It is stored only in their input fields.
  token.addEventListener('input', () => {
    for (const other of find('form.try .token')) other.value = token.value;
  });
  if (sandbox !== undefined && body?.value.includes('"webReceipt"'))
    form.querySelector('.try-actions').append(payButton(body, token, result));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { method, path } = form.dataset;
    await send({
      ...placeInputs(path, find('[data-in]', form)),
      method,
      body: body?.value,
      token: token.value,
      result,
      isCreate: form.dataset.operation === 'createPayment',
    });
  });
}

/** Puts each value of the form where it belongs in the request: in the path, the query or a header. */
function placeInputs(template, inputs) {
  const given = inputs.filter(({ value }) => value !== '').map(({ dataset, value }) => ({ ...dataset, value }));
  const of = (place) => given.filter((input) => input.in === place);
  const filled = of('path').reduce(
    (path, { name, value }) => path.replace(`{${name}}`, () => encodeURIComponent(value)),
    template,
  );
  const textsOf = ({ value, list }) => {
    if (!list) return [value];
    const texts = value.split(',').map((text) => text.trim());
    return list === 'repeated' ? texts : [texts.join(',')];
  };
  const query = new URLSearchParams(of('query').flatMap((input) => textsOf(input).map((text) => [input.name, text]))).toString();
  const headers = Object.fromEntries(of('header').map(({ name, value }) => [name, value]));
  return { path: query === '' ? filled : `${filled}?${query}`, headers };
}

/** Adds a button that simulates a payment in the sandbox. The sandbox returns a receipt, which the reader can then submit. */
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

async function send({ method = 'POST', path, body, headers, token, result, isCreate = false }) {
  result.replaceChildren(make('p', { textContent: 'Sending …' }));
  const all = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers };
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    `curl -sS ${method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `}${quote(servedBy + path)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ];
  const line = lines.join(' \\\n  ');
  try {
    // Uses the page's own URL, because the server of the docs also serves the API, perhaps under a name unknown to the contract.
    const response = await fetch(new URL(`..${path}`, new URL('.', location.href)), {
      method,
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

/** Puts the created invoice into the forms of the other operations. */
function keepInvoice({ id, paymentUrl }) {
  for (const box of find('form.try textarea')) {
    const body = readJson(box.value);
    if (body && 'invoiceId' in body) box.value = JSON.stringify({ ...body, invoiceId: id }, null, 2);
  }
  for (const input of find('form.try [data-in="path"][data-name="invoiceId"]')) input.value = id;
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
