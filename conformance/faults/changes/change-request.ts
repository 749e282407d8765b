import type { Memory } from '../../servers/full/memory.ts';
import { actionOf, editFields, type Fields, type Message } from '../../servers/full/message.ts';
import type { FullChanges } from '../../servers/full/start-full-server.ts';
import { onRequest } from './change-step.ts';
import { centReceipt, newestId } from './find-in-memory.ts';

/** Edits the fields of each request body, or only of one action's bodies, before the server checks them. */
export function editBody(edit: (fields: Fields, message: Message, memory: Memory) => void, action?: string): FullChanges {
  return onRequest((message, memory) => {
    if (action === undefined || actionOf(message) === action) editFields(message, (fields) => edit(fields, message, memory));
  });
}

/** Changes callbackUrl and returnUrl in each create request. */
export function editUrls(change: (url: string) => unknown): FullChanges {
  return editBody((fields) => {
    for (const name of ['callbackUrl', 'returnUrl']) {
      const url = fields[name];
      if (typeof url === 'string') fields[name] = change(url);
    }
  });
}

/** Changes the text of each request body before the server parses it. */
export function changeText(change: (text: string) => string): FullChanges {
  return onRequest((message) => {
    message.text &&= change(message.text);
  });
}

/** Makes the server accept an invalid value of a field, by replacing it with a valid one. */
export function replaceField(field: string, when: (value: unknown) => boolean, value: unknown): FullChanges {
  return editBody((fields) => {
    if (Object.hasOwn(fields, field) && when(fields[field])) fields[field] = value;
  });
}

/** Makes the server refuse a valid value of a field, by replacing it with an invalid one. */
export function refuseField(field: string, when: (value: unknown) => boolean): FullChanges {
  return replaceField(field, when, { refused: true });
}

/** Replaces the body of each request with a valid one if `when` returns true for the body. */
export function readAsLawful(when: (text: string) => boolean, action?: string): FullChanges {
  return onRequest((message, memory) => {
    if (action !== undefined && actionOf(message) !== action) return;
    if (message.text !== undefined && when(message.text)) message.text = lawfulBody(message, memory);
  });
}

/** Returns a valid body for the action of a request. If the action needs an invoice, the body names the newest open one. */
export function lawfulBody(message: Message, memory: Memory): string {
  const invoiceId = newestId(memory);
  if (actionOf(message) === 'create') return '{"cashTag":"coffeeshop","amount":1}';
  if (actionOf(message) === 'fetch') return JSON.stringify({ invoiceId });
  return JSON.stringify({ invoiceId, webReceipt: centReceipt(memory, invoiceId) });
}

/** Changes the digits of the amount in a create request before the server parses them. */
export function changeAmountText(change: (digits: string) => string): FullChanges {
  return changeText((text) => text.replace(/("amount":)([\d.eE+-]+)/, (_all, name, digits) => name + change(digits)));
}

/** Counts the decimals of a number from its digits, like a decimal parser, because a double may not hold them all. */
export function countDecimals(digits: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
  return `${whole}${fraction}`.replace(/0+$/, '').length - whole.length - Number(exponent);
}

/** A value that makes the server refuse an amount, because it is not a number. */
export const refusedDigits = '"refused"';

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Makes the server accept an invalid value, by replacing it with a valid one. Undefined removes the field. */
export function mendField(
  field: string,
  isWrong: (value: unknown) => boolean,
  right: (fields: Fields, memory: Memory) => unknown,
  action?: string,
): FullChanges {
  return editBody((fields, _message, memory) => {
    if (!Object.hasOwn(fields, field) || !isWrong(fields[field])) return;
    fields[field] = right(fields, memory);
    if (fields[field] === undefined) delete fields[field];
  }, action);
}
