import type { Case, CaseContext } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { dueAt, type Transition } from '../../../src/contract/lifecycle.ts';
import { isSuccess } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { makeFinding } from '../../../src/outcome/make-finding.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import { callOf, causeOf, wayInto } from '../../../src/subject/ways-into.ts';
import { readTime } from '../../../src/text/read-time.ts';
import { type Play, read, readUntil, startPlay } from '../../play/play.ts';
import { featuresOfCell, operationsOf } from './unchanged.ts';

/** Seconds for which the deployment's clock may run on while a case looks at an invoice. */
const slack = 60;

/**
 * Derives cases for calls that change the time at which an event of the clock is due: the event is not due at the old time, and
 * is at the new one.
 */
export function deriveMovedTimes(contract: Contract, moving: Transition, from: string): Case[] {
  const { events, transitions } = contract.lifecycle;
  if (!callOf(contract, moving.event) || moving.problem !== undefined || leaves(moving, from)) return [];
  return Object.keys(events).flatMap((event) => {
    const field = dueAt(contract.lifecycle, event);
    const due = transitions.find((one) => one.event === event && one.from.includes(from));
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
        // Runs alone, because another case that moves the clock would bring the event's time near.
        alone: true,
        run: (context) => play(context, moving, { due, field, from }),
      },
    ];
  });
}

/** Checks whether a transition leads to another state. */
const leaves = ({ to = 'same' }: Transition, from: string): boolean => to !== 'same' && to !== from;

interface Due {
  due: Transition;
  /** The field that holds the time. */
  field: string;
  from: string;
}

async function play({ contract, subject }: CaseContext, moving: Transition, { due, field, from }: Due): Promise<Finding[]> {
  const advanceTime = requireAbility(subject, 'advanceTime', `${due.event} at another time needs a clock that can be moved`);
  const acted = await startPlay(subject);
  await wayInto(contract, from, moving.event)?.go(acted);
  const before = await readUntil(acted, { status: from });
  const exchange = await causeOf(contract, moving.event)?.(acted);
  if (before.status !== from || !exchange?.answer || !isSuccess(exchange.answer))
    throw new CaseInconclusive(`${moving.event} did not happen in ${from}. Another case says why.`);
  const after = await read(acted);
  const [created, old, next] = [before.createdAt, before[field], after[field]].map(readTime) as [number, number, number];
  if (Number.isNaN(next - old - created)) throw new CaseSkipped(`It needs createdAt and ${field} as year, month, day and time.`);
  const isLater = next - old > 2000 * slack;
  if (isLater) {
    await advanceTime(Math.ceil((old - created) / 1000) + slack, subject.settings);
    const { status } = await read(acted);
    if (status !== from) return told(contract, due, acted, `${from} until the new ${field}, ${showValue(after[field])}`, status);
  }
  const passed = isLater ? old : created;
  await advanceTime(Math.ceil((next - passed) / 1000) + 1, subject.settings);
  const { status } = await readUntil(acted, { status: due.to });
  return status === due.to ? [] : told(contract, due, acted, `${due.to} at the new ${field}, ${showValue(after[field])}`, status);
}

function told(contract: Contract, { requirement = '' }: Transition, acted: Play, expected: string, status: unknown): Finding[] {
  return [
    makeFinding(contract, requirement, {
      member: 'status',
      expected: `status: ${expected}`,
      received: `status: ${showValue(status)}`,
      exchanges: acted.exchanges,
    }),
  ];
}
