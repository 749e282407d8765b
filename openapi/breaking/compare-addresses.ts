import { isNode, itemsOf, textOf } from '../reader/json.ts';
import type { Effect, Recorder } from './record-changes.ts';

/** Compares which URLs are taken: in a live deployment, and in a sandbox beside those. */
export function compareAddresses(old: unknown, now: unknown, record: Recorder, property: string, key = 'x-url'): void {
  if (!isNode(old) || !isNode(now)) {
    if (isNode(now)) record.effect('narrower', property, `${key} is new`);
    else if (isNode(old)) record.effect('wider', property, `${key} is gone`);
    return;
  }
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[name], now[name]];
    if (name === 'sandbox') compareSandbox(was, is, record, property);
    else if (JSON.stringify(was) !== JSON.stringify(is))
      record.effect(effectOf(name, was, is), property, `${key}.${name} was ${show(was)}, is ${show(is)}`);
  }
}

/** Compares what a sandbox takes beside the rest: without a word of it, nothing. */
function compareSandbox(old: unknown, now: unknown, record: Recorder, property: string): void {
  if (isNode(old) && isNode(now)) compareAddresses(old, now, record, property, 'x-url.sandbox');
  else if (isNode(old)) record.effect('narrower', property, 'x-url.sandbox is gone');
  else if (isNode(now)) record.effect('wider', property, 'x-url.sandbox is new');
}

/** Judges a change of one part of an address: a list of what is taken, or a word for it; without it anything is. */
function effectOf(name: string, old: unknown, now: unknown): Effect {
  const isWide = (value: unknown) => value === undefined || value === true || textOf(value) === 'any';
  if (isWide(old) || isWide(now)) return isWide(now) ? 'wider' : 'narrower';
  const [was, is] = [itemsOf(old), itemsOf(now)];
  if (name !== 'hosts' && was.every((one) => is.includes(one))) return 'wider';
  return name !== 'hosts' && is.every((one) => was.includes(one)) ? 'narrower' : 'other';
}

const show = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
