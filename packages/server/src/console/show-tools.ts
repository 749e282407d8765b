import { type Html, html } from '@payment-invoice/kit/pages';
import { ProblemError } from '@payment-invoice/stubs';
import type { Context } from 'koa';
import { seeOther } from '../payment-page/take-receipt.ts';
import { moveClock, renewSecret, turnOutage, turnRateLimits } from '../sandbox/sandbox-tools.ts';
import type { Part } from '../store/store.ts';
import { type Notice, readNotice, readState, renderFrame } from './render-frame.ts';
import { spanText, timeText } from './render-values.ts';
import { type ConsoleParts, readConsoleForm, type Visitor } from './visitor.ts';

/** The time spans of the buttons that move the clock, in seconds. */
const steps = [60, 1_800, 86_400];

function renderTools({ sandbox }: ConsoleParts, visitor: Visitor): Html {
  const { ahead, away, isLimited } = readState(sandbox, visitor.principal.accountId);
  const switches: Switch[] = [
    {
      part: 'verifier',
      on: away.includes('verifier'),
      words: 'Receipt verifier',
      effect: 'While it is away, submits get 503 receipt_verifier_unavailable, for every account of this sandbox.',
    },
    {
      part: 'store',
      on: away.includes('store'),
      words: 'Store',
      effect: 'While it is away, every operation gets 503 service_unavailable, for every account of this sandbox.',
    },
    {
      on: isLimited,
      words: 'Rate limits',
      effect: 'While they are on, this account has the limits of the contract. Turning them on resets the counts.',
    },
  ];
  return html`<div class="tools">
${renderClock(sandbox.clock.now(), ahead, visitor)}
<section class="card" aria-labelledby="switches">
<h2 id="switches">Outages and limits</h2>
<ul class="switches">
${switches.map((one) => renderSwitch(one, visitor))}
</ul>
</section>
<section class="card" aria-labelledby="rotate">
<h2 id="rotate">Callback secret</h2>
<p>A new secret signs callbacks from now on; the previous one also signs them for 24 hours.</p>
<form method="post" action="${visitor.basePath}/sandbox/tools/callback-secret">
<input type="hidden" name="form" value="${visitor.formToken}">
<button>Rotate the secret</button>
</form>
</section>
</div>`;
}

function renderClock(now: number, ahead: number, { basePath, formToken }: Visitor): Html {
  const hidden = html`<input type="hidden" name="form" value="${formToken}">`;
  const renderStep = (seconds: number) =>
    html`<form method="post" action="${basePath}/sandbox/tools/clock">${hidden}<input type="hidden" name="seconds" value="${seconds}"><button class="small">+ ${spanText(seconds * 1000)}</button></form>
`;
  return html`<section class="card" aria-labelledby="clock">
<h2 id="clock">Clock</h2>
<p><strong>${timeText(now)} UTC</strong> <span class="soft">${ahead > 0 ? `${spanText(ahead)} ahead; a restart resets it` : 'when this page was made'}</span></p>
<div class="row">
${steps.map(renderStep)}
</div>
<form method="post" action="${basePath}/sandbox/tools/clock" class="row">
${hidden}
<label for="seconds">Move it forward by</label>
<input id="seconds" name="seconds" inputmode="numeric" autocomplete="off" required size="6" value="10">
<select name="unit" aria-label="Unit"><option value="1">seconds</option><option value="60" selected>minutes</option><option value="3600">hours</option><option value="86400">days</option></select>
<button>Move</button>
</form>
<p class="hint">For every account of this sandbox. Expiries and callbacks that are due by then happen immediately.</p>
</section>`;
}

interface Switch {
  /** The part that the switch makes unavailable; undefined for the rate limits. */
  part?: Part;
  on: boolean;
  words: string;
  effect: string;
}

/** The states shown for a switch, and the verbs on its button: first for `on: false`, then for `on: true`. */
const outage = { path: 'outage', states: ['there', 'away'], verbs: ['Take away', 'Bring back'] };
const limits = { path: 'rate-limits', states: ['off', 'on'], verbs: ['Turn on', 'Turn off'] };

function renderSwitch({ part, on, words, effect }: Switch, { basePath, formToken }: Visitor): Html {
  const { path, states, verbs } = part ? outage : limits;
  const [state, verb] = [states, verbs].map((pair) => pair[on ? 1 : 0]);
  return html`<li>
<div><p><strong>${words}</strong> <span class="status ${on ? 'under_paid' : 'expired'}">${state}</span></p>
<p class="hint">${effect}</p></div>
<form method="post" action="${basePath}/sandbox/tools/${path}">
<input type="hidden" name="form" value="${formToken}">
${part && html`<input type="hidden" name="part" value="${part}">`}
<input type="hidden" name="on" value="${String(!on)}">
<button aria-label="${words}: ${verb}">${verb}</button>
</form>
</li>
`;
}

/** Shows the page with the clock, the switches and the callback secret: `GET /sandbox/tools`. */
export function showTools(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  return show(ctx, parts, visitor, readNotice(ctx.query));
}

/** Moves the clock: `POST /sandbox/tools/clock`. If the form was on an invoice's page, redirects back to that page. */
export async function moveClockByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  const { seconds = '', unit = '1', until, invoice = '' } = await readConsoleForm(ctx, parts);
  const advanceSeconds = until === undefined ? readSeconds(seconds.trim(), unit) : secondsUntil(until, parts.services.now());
  const path = /^\w{1,64}$/.test(invoice) ? `invoices/${invoice}` : 'tools';
  await act(ctx, parts, visitor, `${path}?done=moved`, () => moveClock({ advanceSeconds }, parts.sandbox.clock, parts.sweeper));
}

/** Returns the seconds by which to move the clock. Invalid text is returned unchanged, and the API rejects it. */
function readSeconds(seconds: string, unit: string): unknown {
  return /^\d{1,9}$/.test(seconds) && /^\d{1,5}$/.test(unit) ? Number(seconds) * Number(unit) : seconds;
}

/** Returns the seconds from `now` to `until` (both in milliseconds), at least 0. Invalid text is returned unchanged. */
function secondsUntil(until: string, now: number): unknown {
  return /^\d{1,16}$/.test(until) ? Math.max(0, Math.ceil((Number(until) - now) / 1000)) : until;
}

/** Switches a part of the sandbox off or on: `POST /sandbox/tools/outage`. */
export async function turnOutageByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  const { part, on } = await readConsoleForm(ctx, parts);
  await act(ctx, parts, visitor, 'tools?done=switched', () => turnOutage({ part, on: readSwitch(on) }, parts.sandbox.switches));
}

/** Switches the contract's rate limits on or off: `POST /sandbox/tools/rate-limits`. */
export async function turnLimitsByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  const { on } = await readConsoleForm(ctx, parts);
  const turn = () => turnRateLimits({ on: readSwitch(on) }, visitor.principal, parts.sandbox.switches);
  await act(ctx, parts, visitor, 'tools?done=switched', turn);
}

/** Makes a new callback secret for the account, and shows it once: `POST /sandbox/tools/callback-secret`. */
export async function renewSecretByForm(ctx: Context, parts: ConsoleParts, visitor: Visitor): Promise<void> {
  await readConsoleForm(ctx, parts);
  const { callbackSecret } = await renewSecret({}, visitor.principal, parts.services, parts.sandbox.callbackKey);
  const secret = html`<section class="card" aria-labelledby="new-secret">
<h2 id="new-secret" tabindex="-1">The new callback secret</h2>
<p>Copy it now: it is shown only this once. The previous one still signs callbacks for 24 hours.</p>
<div class="copy"><pre id="secret" tabindex="0" role="group" aria-labelledby="new-secret">${callbackSecret}</pre><button class="small" type="button" data-copy="secret" hidden>Copy</button></div>
</section>`;
  await show(ctx, parts, visitor, undefined, secret);
}

async function act(ctx: Context, parts: ConsoleParts, visitor: Visitor, way: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'validation_failed') throw error;
    ctx.status = error.status;
    return show(ctx, parts, visitor, { kind: 'refused', words: error.errors?.[0]?.detail ?? error.detail });
  }
  seeOther(ctx, `${visitor.basePath}/sandbox/${way}`);
}

/** Converts the value of a switch to a boolean. Invalid text is returned unchanged, and the API rejects it. */
const readSwitch = (text: string | undefined): unknown => (text === 'true' ? true : text === 'false' ? false : text);

async function show(ctx: Context, parts: ConsoleParts, visitor: Visitor, notice?: Notice, first?: Html): Promise<void> {
  ctx.body = renderFrame(
    { title: 'Tools', visitor, basePath: visitor.basePath, notice, place: '/sandbox/tools' },
    html`<h1>Tools</h1>
${first}
${renderTools(parts, visitor)}`,
  );
}
