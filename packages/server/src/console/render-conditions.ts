import { type Html, html } from '@payment-invoice/kit/pages';
import type { Part } from '../store/store.ts';
import type { Sandbox } from './console.ts';
import { spanText } from './render-values.ts';
import type { ConsoleParts, Visitor } from './visitor.ts';

/** Renders what is unusual in the sandbox at the moment: a moved clock, parts that are unavailable, rate limits that are on. */
export function renderConditions({ sandbox }: ConsoleParts, { principal, basePath }: Visitor): Html | undefined {
  const { ahead, away, isLimited } = readState(sandbox, principal.accountId);
  const conditions = [
    ...(ahead > 0 ? [`The clock is ${spanText(ahead)} ahead`] : []),
    ...(away.includes('verifier') ? ['The receipt verifier is away'] : []),
    ...(away.includes('store') ? ['The store is away'] : []),
    ...(isLimited ? ['Rate limits are on'] : []),
  ];
  if (conditions.length === 0) return undefined;
  return html`<p class="conditions">${conditions.map((words) => html`<span>${words}</span> `)}<a href="${basePath}/sandbox/tools">Change</a></p>`;
}

/** The part of a sandbox's state that a reader can change. */
interface ShownState {
  /** The time in milliseconds by which the clock was moved. */
  ahead: number;
  away: readonly Part[];
  /** True when the contract's rate limits apply to the account. */
  isLimited: boolean;
}

export function readState({ clock, switches }: Sandbox, accountId: string): ShownState {
  const { away, limited } = switches.read(accountId);
  return { ahead: clock.ahead(), away, isLimited: limited };
}
