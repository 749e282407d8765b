import { isDeepStrictEqual } from 'node:util';
import type { Node } from '../reader/json.ts';
import { type RateLimit, scopesOf } from '../reader/list-access.ts';
import type { Operation } from '../reader/list-operations.ts';
import type { Contract } from '../reader/read-contract.ts';
import { compareFeature, compareNumbers } from './compare-facts.ts';
import { type Change, type Recorder, recordChanges } from './record-changes.ts';

/** Lists the scopes that were removed from the contract. Tokens that were issued earlier still contain them. */
export function listGoneScopes(before: Contract, after: Contract): string[] {
  const known = new Set(after.scopes.map(({ name }) => name));
  return before.scopes.flatMap(({ name }) => (known.has(name) ? [] : [name]));
}

/**
 * Compares the scopes of operations, the limits on requests, the features of states, and the deadlines of events. New
 * scopes or rate limits break nothing if the old contract stated none: the service may have enforced them nevertheless.
 */
export function compareAccess(before: Contract, after: Contract, changes: Change[]): void {
  const [then, now] = [before, after].map(({ operations }) => new Map(operations.map((operation) => [operation.id, operation])));
  if (before.scopes.length > 0)
    for (const [id, old] of then ?? []) {
      const still = now?.get(id);
      if (still) compareScopes([before, old], [after, still], changes);
    }
  for (const [id, old] of then ?? []) {
    const [was, is] = [old, now?.get(id)].map((one) => one?.node['x-most-at-once']);
    if (now?.has(id)) compareBound('x-most-at-once', 'objects', [was, is], recordChanges(changes, id, 'client'));
  }
  compareLimits(before, after, changes);
  const whole = recordChanges(changes, 'the contract', 'client');
  compareNumbers('x-body-limit', before.document['x-body-limit'], after.document['x-body-limit'], whole, '');
  const [old, still] = [before.lifecycles[0], after.lifecycles[0]];
  const lifecycle = recordChanges(changes, 'x-lifecycle', 'service');
  for (const state of old?.states ?? [])
    if (still?.states.includes(state))
      compareFeature(old?.stateFeatures.get(state), still.stateFeatures.get(state), lifecycle, state);
  for (const [event, { until }] of old?.events ?? [])
    if (still?.events.has(event))
      compareBound(`until of ${event}`, 'seconds', [until, still.events.get(event)?.until], lifecycle);
}

/** Compares two versions of a limit on requests. Clients break if the limit is new, is smaller, or limits something else. */
function compareBound(name: string, size: string, [was, is]: (Node | undefined)[], record: Recorder): void {
  const others = ({ [size]: _size, requirement: _requirement, ...rest }: Node): Node => rest;
  if (isDeepStrictEqual(was, is)) return;
  if (!is) record.harmless('', `${name} is gone`);
  else if (!was) record.breaking('', `${name} is new: ${is[size]} ${size}`);
  else if (is[size] < was[size] || !isDeepStrictEqual(others(was), others(is)))
    record.breaking('', `${name} was ${JSON.stringify(was)}, is ${JSON.stringify(is)}`);
  else if (is[size] !== was[size]) record.harmless('', `${name} was ${was[size]} ${size}, is ${is[size]}`);
}

function compareScopes([before, old]: [Contract, Operation], [after, now]: [Contract, Operation], changes: Change[]): void {
  const record = recordChanges(changes, old.id, 'client');
  const [had, has] = [scopesOf(before.document, old), scopesOf(after.document, now)];
  for (const scope of has) if (!had.includes(scope)) record.breaking('', `needs the scope ${scope}`);
  for (const scope of had) if (!has.includes(scope)) record.harmless('', `needs the scope ${scope} no longer`);
}

function compareLimits(before: Contract, after: Contract, changes: Change[]): void {
  const record = recordChanges(changes, 'x-rate-limits', 'client');
  const known = new Set(before.operations.map(({ id }) => id));
  for (const limit of after.rateLimits) {
    const old = before.rateLimits.find(({ name }) => name === limit.name);
    if (!old) {
      const isFirst =
        before.rateLimits.length === 0 || (after.operations.some(({ id }) => id === limit.of) && !known.has(limit.of));
      if (isFirst) record.harmless(limit.name, `is new: ${wordsOf(limit)}`);
      else record.breaking(limit.name, `is new: ${wordsOf(limit)}`);
    } else if (rateOf(limit) < rateOf(old) || countOf(limit) < countOf(old) || limit.per !== old.per)
      record.breaking(limit.name, `was ${wordsOf(old)}, is ${wordsOf(limit)}`);
    else if (wordsOf(limit) !== wordsOf(old)) record.harmless(limit.name, `was ${wordsOf(old)}, is ${wordsOf(limit)}`);
  }
  for (const { name } of before.rateLimits)
    if (!after.rateLimits.some((limit) => limit.name === name)) record.harmless(name, 'is gone');
}

function countOf({ requests, failures }: RateLimit): number {
  return Number.isNaN(requests) ? failures : requests;
}

function rateOf(limit: RateLimit): number {
  return countOf(limit) / limit.seconds;
}

function wordsOf(limit: RateLimit): string {
  return `${countOf(limit)} in ${limit.seconds} seconds per ${limit.per}`;
}
