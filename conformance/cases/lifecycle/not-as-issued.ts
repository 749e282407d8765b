import { paid, receiptFor, shares, submit } from '../../payments/pay.ts';
import { stateWhenPaid } from '../../payments/ways.ts';
import type { Case } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../src/http/exchange.ts';
import { nullIfSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, insteadIn, insteadOf } from '../../src/outcome/finding.ts';
import { expireInvoice } from '../../src/subject/expire-invoice.ts';
import { type Play, read, readUntil, startPlay } from '../../src/subject/play.ts';
import { judgeFields } from '../derive/lifecycle/unchanged.ts';

/** A counted receipt that was submitted again with white space around it, and the state of its invoice. */
interface Repeated {
  state: string;
  space: string;
  exchange: Exchange;
}

/** Cases for receipts that differ slightly from an issued one, and for invoices that nobody has fetched since they expired. */
export function notAsIssuedCases(contract: Contract): Case[] {
  return [
    {
      id: 'lifecycle/not-as-issued/tampered',
      title: 'A receipt with one character changed, without its end or with more around it is refused',
      requirement: 'lifecycle-invalid-receipt/unsigned',
      operations: ['create-payment', 'submit-receipt'],
      async run({ subject, features }) {
        const play = await startPlay(subject);
        const receipt = await receiptFor(play, shares(subject).whole);
        const near = Math.min(10, Math.floor(receipt.length / 2));
        const end = receipt.length - 1 - near;
        const changed = {
          [`character ${near + 1} of ${receipt.length} changed`]: changeAt(receipt, near),
          [`character ${end + 1} of ${receipt.length} changed`]: changeAt(receipt, end),
          'the last character changed': changeLast(receipt),
          'the last part cut off': receipt.slice(0, Math.max(receipt.lastIndexOf('.') + 1, Math.ceil(receipt.length / 2))),
          'a word after it': `${receipt} x`,
          'a word before it': `x ${receipt}`,
          'a further part after it': `${receipt}.${receipt.slice(-near)}`,
        };
        for (const [difference, text] of Object.entries(changed)) {
          const exchange = await submit(play, text);
          // A server must not evaluate a receipt without a valid signature, so the only right receipt code is receipt_invalid.
          const code = exchange.answer && exchange.answer.status < 500 && responseObject(exchange.answer)?.code;
          const isRead = features.has('problem-details') && String(code).startsWith('receipt_') && code !== 'receipt_invalid';
          if (!(hasSucceeded(exchange) || isRead)) continue;
          return broken(contract, 'lifecycle-invalid-receipt', {
            member: 'webReceipt',
            difference: `webReceipt: ${difference}`,
            ...insteadOf(isRead ? '422 receipt_invalid' : 'no success', exchange),
            exchanges: play.exchanges,
          });
        }
        return [];
      },
    },
    {
      id: 'lifecycle/not-as-issued/blank',
      title: 'A receipt of one space cannot be read, and five such receipts change nothing',
      requirement: 'lifecycle-invalid-receipt/unreadable',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      derived: true,
      async run({ subject, features }) {
        const play = await startPlay(subject);
        const exchange = await submit(play, ' ');
        // Submits several invalid receipts, because a deployment may wrongly change the invoice after a number of refusals.
        for (const more of ['x', '  ', 'xx', ' ']) await submit(play, more);
        const invoice = await read(play);
        const code = exchange.answer && responseObject(exchange.answer)?.code;
        const isRight = features.has('problem-details') ? code === 'receipt_invalid' : !hasSucceeded(exchange);
        const about = { expected: { status: play.invoice.status }, shown: invoice, exchanges: play.exchanges };
        const why = ', as before five receipts that cannot be read';
        if (isRight) return judgeFields(contract, 'lifecycle-invalid-receipt', { ...about, why });
        return broken(contract, 'lifecycle-invalid-receipt', {
          member: 'webReceipt',
          difference: 'webReceipt: " "',
          ...insteadOf('422 receipt_invalid', exchange),
          exchanges: play.exchanges,
        });
      },
    },
    {
      id: 'lifecycle/not-as-issued/space-behind',
      title:
        'A counted receipt with white space around it does not count again, and gets the same kind of response in every state',
      requirement: 'submit-receipt-counts-once/white-space',
      operations: ['create-payment', 'submit-receipt', 'fetch-payment'],
      async run({ subject }) {
        const play = await startPlay(subject);
        const { part, rest, whole } = shares(subject);
        await paid(play, part);
        const repeated: Repeated[] = [];
        const repeatIn = async (state: string, one: Play): Promise<void> => {
          const [counted = ''] = one.counted;
          for (const text of [`${counted} `, `${counted}\n`, `\t${counted}`, `${counted}\r\n`])
            repeated.push({ state, space: text.replace(counted, ''), exchange: await submit(one, text) });
        };
        await repeatIn('UNDER_PAID', play);
        const { paidAmount } = await read(play);
        if (paidAmount !== part / 100 && paidAmount !== null) {
          const wrong = insteadIn('paidAmount', `${part / 100}`, paidAmount, play.exchanges);
          return broken(contract, 'submit-receipt-counts-once', wrong);
        }
        const failed = await startPlay(subject);
        if (await paid(failed, whole, 'failed').catch(nullIfSkipped)) await repeatIn('FAILED', failed);
        await paid(play, rest);
        await repeatIn(stateWhenPaid(contract), play);
        // A deployment may refuse the altered receipt or accept it as a repetition, but must do the same in every state.
        const one = repeated.find(({ exchange }) => hasSucceeded(exchange));
        const other = repeated.find(({ exchange }) => !hasSucceeded(exchange));
        if (!one || !other) return [];
        const describe = ({ space, state }: Repeated): string => `${JSON.stringify(space)} around it, as ${state}`;
        return broken(contract, 'submit-receipt-counts-once', {
          member: 'webReceipt',
          difference: `webReceipt: ${describe(one)} → ${describe(other)}`,
          expected: 'a success each time, because the receipt is the same',
          received: `${other.exchange.answer?.status} ${showValue(other.exchange.answer?.text)}`,
          exchanges: [one.exchange, other.exchange],
        });
      },
    },
    {
      id: 'lifecycle/not-as-issued/after-expiry-unread',
      title: 'A PENDING and an UNDER_PAID invoice refuse a receipt after expiresAt, even if nobody has read them since',
      requirement: 'lifecycle-expired-is-final',
      operations: ['create-payment', 'submit-receipt'],
      movesClock: true,
      async run({ subject }) {
        const { part, rest, whole } = shares(subject);
        const partPaid = await startPlay(subject);
        const late = await receiptFor(partPaid, rest);
        await paid(partPaid, part);
        await readUntil(partPaid, { status: 'UNDER_PAID' });
        const play = await startPlay(subject);
        const receipt = await receiptFor(play, whole);
        await expireInvoice(subject, play.invoice);
        for (const [unread, text] of [
          [play, receipt],
          [partPaid, late],
        ] as const) {
          const exchange = await submit(unread, text);
          if (!hasSucceeded(exchange)) continue;
          const about = { member: 'webReceipt', ...insteadOf('no success', exchange), exchanges: unread.exchanges };
          return broken(contract, 'lifecycle-expired-is-final', about);
        }
        return [];
      },
    },
  ];
}

/** The digits of base64url. */
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Replaces the last character before the padding. Changes the highest of its six bits, because the low ones may be unused. */
function changeLast(receipt: string): string {
  const at = receipt.replace(/={1,2}$/, '').length - 1;
  const value = base64.indexOf(receipt.charAt(at));
  const isHex = /^[\da-f]{16}$/i.test(receipt.slice(-16));
  if (value < 0 || isHex) return changeAt(receipt, at);
  return receipt.slice(0, at) + base64.charAt(value ^ 32) + receipt.slice(at + 1);
}

/** Replaces a digit by another digit, a letter by another letter, and any other character by a letter. */
function changeAt(text: string, at: number): string {
  const letter = text.charAt(at);
  const small = letter.toLowerCase() === 'a' ? 'b' : 'a';
  const cased = /[A-Z]/.test(letter) ? small.toUpperCase() : small;
  const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : cased;
  return text.slice(0, at) + other + text.slice(at + 1);
}
