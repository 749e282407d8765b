import { type Html, html } from '../pages/html-page.ts';
import { readState } from './read-state.ts';
import { spanText, timeText } from './time-text.ts';
import type { ConsoleParts, Visitor } from './visitor.ts';

/** Spans that the clock is moved by with one button, in seconds. */
const steps = [60, 1_800, 86_400];

/** Renders the clock, the switches and the secret. */
export function renderTools({ sandbox }: ConsoleParts, visitor: Visitor): Html {
  const { ahead, away, isLimited } = readState(sandbox, visitor.principal.accountId);
  const switches = [
    {
      path: 'outage',
      part: 'verifier',
      on: away.includes('verifier'),
      words: 'Receipt verifier',
      effect: 'Away, submits get 503 receipt_verifier_unavailable. For every account of this sandbox.',
      verbs: ['Take away', 'Bring back'],
    },
    {
      path: 'outage',
      part: 'store',
      on: away.includes('store'),
      words: 'Store',
      effect: 'Away, every operation gets 503 service_unavailable. For every account of this sandbox.',
      verbs: ['Take away', 'Bring back'],
    },
    {
      path: 'rate-limits',
      part: undefined,
      on: isLimited,
      words: 'Rate limits',
      effect: 'On, this account has the limits of the contract, with nothing counted yet.',
      verbs: ['Turn on', 'Turn off'],
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
<p>A new secret signs callbacks from now on; the one before signs beside it for 24 hours.</p>
<form method="post" action="${visitor.basePath}/sandbox/tools/callback-secret">
<input type="hidden" name="form" value="${visitor.formToken}">
<button>Rotate the secret</button>
</form>
</section>
</div>`;
}

function renderClock(now: number, ahead: number, { basePath, formToken }: Visitor): Html {
  const hidden = html`<input type="hidden" name="form" value="${formToken}">`;
  return html`<section class="card" aria-labelledby="clock">
<h2 id="clock">Clock</h2>
<p><strong>${timeText(now)} UTC</strong> <span class="soft">${ahead > 0 ? `${spanText(ahead)} ahead; a restart sets it right` : 'when this page was made'}</span></p>
<div class="row">
${steps.map(
  (
    seconds,
  ) => html`<form method="post" action="${basePath}/sandbox/tools/clock">${hidden}<input type="hidden" name="seconds" value="${seconds}"><button class="small">+ ${spanText(seconds * 1000)}</button></form>
`,
)}
</div>
<form method="post" action="${basePath}/sandbox/tools/clock" class="row">
${hidden}
<label for="seconds">Move it forward by</label>
<input id="seconds" name="seconds" inputmode="numeric" autocomplete="off" required size="6" value="10">
<select name="unit" aria-label="Unit"><option value="1">seconds</option><option value="60" selected>minutes</option><option value="3600">hours</option><option value="86400">days</option></select>
<button>Move</button>
</form>
<p class="hint">For every account of this sandbox. Expiries and callbacks that are due then happen at once.</p>
</section>`;
}

interface Switch {
  path: string;
  part: string | undefined;
  on: boolean;
  words: string;
  effect: string;
  verbs: string[];
}

function renderSwitch({ path, part, on, words, effect, verbs }: Switch, { basePath, formToken }: Visitor): Html {
  const state = part ? (on ? 'away' : 'there') : on ? 'on' : 'off';
  return html`<li>
<div><p><strong>${words}</strong> <span class="status ${on ? 'under_paid' : 'expired'}">${state}</span></p>
<p class="hint">${effect}</p></div>
<form method="post" action="${basePath}/sandbox/tools/${path}">
<input type="hidden" name="form" value="${formToken}">
${part && html`<input type="hidden" name="part" value="${part}">`}
<input type="hidden" name="on" value="${String(!on)}">
<button aria-label="${words}: ${verbs[on ? 1 : 0]}">${verbs[on ? 1 : 0]}</button>
</form>
</li>
`;
}
