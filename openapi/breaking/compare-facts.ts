import { entriesOf, isNode, itemsOf, type Node } from '../reader/json.ts';
import { compareAddresses } from './compare-addresses.ts';
import type { Recorder } from './record-changes.ts';

/** Facts that are numbers of which a client may use all there is: it fails when they fall. */
const numbers = ['x-kept-seconds', 'x-paid-before-creation', 'x-lifetime', 'x-delivery'];

/** Compares the facts that stand on a schema, a parameter, a header or an operation. */
export function compareFacts(before: Node, after: Node, record: Recorder, property: string): void {
  compareFeature(before['x-feature'], after['x-feature'], record, property);
  compareEcho(before['x-echoes'], after['x-echoes'], record, property);
  if ('x-identifies' in before && before['x-identifies'] !== after['x-identifies'])
    record.breaking(property, 'x-identifies is another, or gone: unknown and foreign ids may be accepted');
  if (before['x-lasting'] === true && after['x-lasting'] !== true) record.breaking(property, 'x-lasting is gone: it may change');
  if (before['x-experimental'] !== true && after['x-experimental'] === true)
    record.breaking(property, 'is experimental now: it may go without notice');
  // Nothing breaks yet, and whoever uses it wants to know.
  if (before.deprecated !== true && after.deprecated === true) record.harmless(property, 'is deprecated from now on');
  if (before.deprecated === true && after.deprecated !== true) record.harmless(property, 'is deprecated no longer');
  compareAddresses(before['x-url'], after['x-url'], record, property);
  for (const key of numbers) compareNumbers(key, before[key], after[key], record, property);
}

/** Compares features: what everybody had, and what a deployment without the new feature may lack. */
export function compareFeature(old: unknown, now: unknown, record: Recorder, property: string): void {
  if (old === now) return;
  if (now === undefined) record.harmless(property, `belonged to the feature ${old}, is for everybody`);
  else
    record.breaking(
      property,
      `${old === undefined ? 'was for everybody' : `belonged to the feature ${old}`}, belongs to the feature ${now}`,
    );
}

function compareEcho(old: unknown, now: unknown, record: Recorder, property: string): void {
  if (JSON.stringify(old) === JSON.stringify(now)) return;
  if (!isNode(old)) {
    record.harmless(property, 'x-echoes is new');
    return;
  }
  const isSame = isNode(now) && now.operation === old.operation && now.property === old.property;
  const isLooser = isSame && itemsOf(now.ignoring).some((one) => !itemsOf(old.ignoring).includes(one));
  if (!isSame) record.breaking(property, `x-echoes of ${old.property} is gone`);
  else if (isLooser) record.breaking(property, `x-echoes of ${old.property} ignores more`);
  else record.harmless(property, `x-echoes of ${old.property} ignores less`);
}

/** Compares a number, or the numbers of an object; how long delays are, and a jitter, only describe. */
export function compareNumbers(key: string, old: unknown, now: unknown, record: Recorder, property: string): void {
  if (Array.isArray(old)) {
    const count = itemsOf(now).length;
    if (count < old.length) record.breaking(property, `${key} were ${old.length}, are ${count}`);
    else if (JSON.stringify(old) !== JSON.stringify(now)) record.harmless(property, `${key} were ${old}, are ${now}`);
  } else if (isNode(old)) {
    for (const [name, value] of entriesOf(old))
      compareNumbers(`${key}.${name}`, value, isNode(now) ? now[name] : undefined, record, property);
  } else if (typeof old === 'number' && old !== now && !key.endsWith('.jitter')) {
    if (typeof now === 'number' && now > old) record.harmless(property, `${key} was ${old}, is ${now}`);
    else record.breaking(property, `${key} was ${old}, is ${now ?? 'absent'}`);
  }
}
