import type { Case, CaseContext } from '../../../src/case/case.ts';
import { compareField } from '../../../src/checks/compare-field.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { dueAt, type Transition } from '../../../src/contract/lifecycle.ts';
import { readerOf } from '../../../src/contract/main-object.ts';
import { relatedOf, relationsOf } from '../../../src/contract/relations.ts';
import { hasSucceeded, responseHeader } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadIn, makeFinding } from '../../../src/outcome/finding.ts';
import { lastingFields } from '../../../src/record/lasting-fields.ts';
import { read, readUntil, startPlay } from '../../../src/subject/play.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import { callOf, causeOf, wayInto } from '../../../src/subject/ways-into.ts';
import { readTime } from '../../../src/text/read-time.ts';
import { echoedValues } from '../requests/sent-values.ts';
import { deriveDeadlines } from './deadlines.ts';
import { deriveEvents } from './events.ts';
import {
  cellOf,
  changingFields,
  checkResponse,
  featuresOfCell,
  movesClock,
  operationsOf,
  readIn,
  transitionAt,
} from './unchanged.ts';

/** Derives cases for each event in a state (`x-lifecycle`): its changes, its calls, the times that it moves, and its deadline. */
export function deriveTransitions(contract: Contract, state: string): Case[] {
  return (
    contract.lifecycle.transitions
      .filter(({ from, impossible }) => impossible === undefined && from.includes(state))
      // Leaves out events that nothing can cause, and states that cannot be reached. The plan check reports them.
      .filter(({ event, requirement }) => requirement && causeOf(contract, event) && wayInto(contract, state, event))
      .flatMap((transition) => [
        transitionCase(contract, transition, state),
        ...deriveEvents(contract, transition, state),
        ...deriveMovedTimes(contract, transition, state),
        ...deriveDeadlines(contract, transition, state),
      ])
  );
}

function transitionCase(contract: Contract, transition: Transition, from: string): Case {
  return {
    id: `lifecycle/${from}/${transition.event}`,
    title: `${transition.event} in ${from} ${describe(transition, from)}`,
    requirement: transition.requirement as string,
    covers: [
      ...lastingFields(contract).map(({ requirement }) => requirement.id),
      ...countersOf(contract).map((one) => one.requirement),
    ],
    operations: operationsOf(contract, transition),
    features: featuresOfCell(contract, transition, from),
    derived: true,
    waits: true,
    proves: [`cell ${cellOf(transition.event, from)}`],
    ...(transition.problem !== undefined && { problem: transition.problem }),
    movesClock: movesClock(contract, transition, from),
    run: (context) => play(context, transition, from),
  };
}

function describe({ to, problem }: Transition, from: string): string {
  if (problem !== undefined) return `changes nothing and is refused (${problem})`;
  return to === 'same' || to === from ? 'leaves it as it is' : `leads to ${to}`;
}

async function play({ contract, subject, features }: CaseContext, transition: Transition, from: string): Promise<Finding[]> {
  const acted = await startPlay(subject, { ...subject.createBody, ...echoedValues(contract, features) });
  const before = await readIn(acted, from, transition.event);
  const { answer: old } = acted.exchanges.at(-1) ?? {};
  const exchange = await causeOf(contract, transition.event)?.(acted);
  const expected = transition.to === 'same' ? from : transition.to;
  // All other fields must keep their values. For example, an expiry must not drop an accepted receipt.
  const kept = changingFields(contract).filter((field) => !transition.changes?.includes(field));
  const asBefore = Object.fromEntries(kept.map((field) => [field, before[field]]));
  // A state that must not change is read once, because waiting until it looks right would hide a state that flickers.
  const after = expected === from ? await read(acted) : await readUntil(acted, { status: expected, ...asBefore });
  const findings = exchange ? checkResponse(contract, features, transition, acted, exchange) : [];
  const say = (field: string, wanted: unknown, received: unknown, requirement = transition.requirement as string): void => {
    const wrong = insteadIn(field, `${showValue(wanted)} after ${transition.event}`, received, acted.exchanges);
    findings.push(makeFinding(contract, requirement, wrong));
  };
  for (const { field, start, requirement } of countersOf(contract)) {
    if (acted.invoice[field] !== start) say(field, start, acted.invoice[field], requirement);
    const next = Number(before[field]) + 1;
    if (transition.changes?.includes(field) && after[field] !== next) say(field, next, after[field], requirement);
  }
  if (after.status !== expected) say('status', expected, after.status);
  for (const field of kept) if (after[field] !== before[field]) say(field, before[field], after[field]);
  // An ordinary field may be set to the value that it already had. A version must get a new value each time.
  for (const field of versionsOf(contract).filter((name) => transition.changes?.includes(name)))
    if (after[field] === before[field]) say(field, 'another value', after[field]);
  const [created, last] = [acted.exchanges[0], acted.exchanges.at(-1)];
  // Headers such as ETag, which a later request must repeat, must change whenever a field of the invoice changes.
  const isChanged = expected !== from || (transition.changes ?? []).length > 0;
  for (const name of isChanged ? versionsOf(contract) : []) {
    const [told, now] = [old, last?.answer].map((response) => response && responseHeader(response, name.toLowerCase()));
    if (told !== undefined && told === now) say(name, 'another value', now);
  }
  if (created && last)
    for (const { field, requirement } of lastingFields(contract).filter(({ isOnceSet }) => !isOnceSet))
      findings.push(...compareField(readerOf(contract), requirement, field, created, last));
  return findings;
}

/** Lists the fields and headers whose current value a request must repeat, such as a version. Each change must renew them. */
function versionsOf({ operations }: Contract): string[] {
  return operations.flatMap((operation) =>
    relationsOf(relatedOf(operation)).flatMap(({ is, of, field }) =>
      is === 'equal' && of !== undefined && field !== undefined ? [field] : [],
    ),
  );
}

/** Lists the fields that count events (`x-counts`), each with its value in a new object. */
const countersOf = (contract: Contract): { field: string; start: unknown; requirement: string }[] =>
  Object.entries(readerOf(contract).response.properties ?? {}).flatMap(([field, { 'x-counts': counts }]) => {
    const { from: start, requirement } = (counts ?? {}) as { from?: number; requirement?: string };
    return requirement === undefined ? [] : [{ field, start, requirement }];
  });

/** How many seconds the deployment's clock may advance while a case reads an invoice. */
const slack = 60;

/** Derives cases for calls that move the time of a clock event. The event must occur at the new time, not at the old one. */
function deriveMovedTimes(contract: Contract, moving: Transition, from: string): Case[] {
  const { events } = contract.lifecycle;
  if (!callOf(contract, moving.event) || moving.problem !== undefined || leaves(moving, from)) return [];
  return Object.keys(events).flatMap((event) => {
    const field = dueAt(contract, event);
    const due = transitionAt(contract, event, from);
    if (field === undefined || !moving.changes?.includes(field)) return [];
    if (due?.requirement === undefined || !leaves(due, from)) return [];
    return [
      {
        id: `lifecycle/${from}/${moving.event}/${event}`,
        title: `${event} in ${from} comes at the ${field} that ${moving.event} set, and not at the one before`,
        requirement: due.requirement,
        operations: operationsOf(contract, moving),
        features: [...new Set([...featuresOfCell(contract, moving, from), ...featuresOfCell(contract, due, from)])],
        derived: true,
        movesClock: true,
        // Runs alone, because another case that moves the clock could make the event due too early.
        alone: true,
        run: (context) => playDue(context, moving, { due, field, from }),
      },
    ];
  });
}

const leaves = ({ to = 'same' }: Transition, from: string): boolean => to !== 'same' && to !== from;

interface Due {
  due: Transition;
  field: string;
  from: string;
}

async function playDue({ contract, subject }: CaseContext, moving: Transition, { due, field, from }: Due): Promise<Finding[]> {
  const advanceTime = requireAbility(subject, 'advanceTime', `${due.event} at another time needs a clock that can be moved`);
  const acted = await startPlay(subject);
  const before = await readIn(acted, from, moving.event);
  const exchange = await causeOf(contract, moving.event)?.(acted);
  if (!exchange || !hasSucceeded(exchange))
    throw new CaseInconclusive(`${moving.event} did not happen in ${from}. Another case says why.`);
  const after = await read(acted);
  const [created, old, next] = [before.createdAt, before[field], after[field]].map(readTime) as [number, number, number];
  if (Number.isNaN(next - old - created)) throw new CaseSkipped(`It needs createdAt and ${field} as year, month, day and time.`);
  const say = (when: string, state: string | undefined, status: unknown): Finding[] => {
    const expected = `${state} ${when} the new ${field}, ${showValue(after[field])}`;
    return broken(contract, due.requirement ?? '', insteadIn('status', expected, status, acted.exchanges));
  };
  const isLater = next - old > 2000 * slack;
  if (isLater) {
    await advanceTime(Math.ceil((old - created) / 1000) + slack, subject.settings);
    const { status } = await read(acted);
    if (status !== from) return say('until', from, status);
  }
  const passed = isLater ? old : created;
  await advanceTime(Math.ceil((next - passed) / 1000) + 1, subject.settings);
  const { status } = await readUntil(acted, { status: due.to });
  return status === due.to ? [] : say('at', due.to, status);
}
