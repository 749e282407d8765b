import type { Case, CaseContext } from '../../../src/case/case.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import type { Deadline, Transition } from '../../../src/contract/lifecycle.ts';
import { hasSucceeded } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { read, startPlay } from '../../../src/subject/play.ts';
import { requireAbility } from '../../../src/subject/require-ability.ts';
import { causeOf } from '../../../src/subject/ways-into.ts';
import { readTime } from '../../../src/text/read-time.ts';
import { judgeCode } from '../refusals/send-violation.ts';
import { featuresOfCell, operationsOf, readIn } from './unchanged.ts';

/** How many seconds before the deadline to send the call that must succeed. If the run takes longer, a refusal proves nothing. */
const slack = 5;

/** Derives cases for an event that an operation can cause only until a certain time: just before that time, and exactly at it. */
export function deriveDeadlines(contract: Contract, transition: Transition, from: string): Case[] {
  const { until } = contract.lifecycle.events[transition.event] ?? {};
  if (!until || transition.problem !== undefined) return [];
  const about = {
    requirement: until.requirement,
    operations: operationsOf(contract, transition),
    features: featuresOfCell(contract, transition, from),
    derived: true,
    movesClock: true,
    // Runs alone, because another case could move the clock past the deadline before the call.
    alone: true,
  };
  const when = `${until.seconds} seconds after ${until.field}`;
  return [
    {
      ...{ ...about, id: `lifecycle/${from}/${transition.event}/in-time` },
      title: `${transition.event} in ${from} succeeds until ${when}`,
      run: (context) => play(context, transition, from, until, false),
    },
    {
      ...{ ...about, id: `lifecycle/${from}/${transition.event}/too-late`, problem: until.problem },
      title: `${transition.event} in ${from} changes nothing and is refused (${until.problem}) from ${when} on`,
      run: (context) => play(context, transition, from, until, true),
    },
  ];
}

async function play(
  { contract, subject, features }: CaseContext,
  { event }: Transition,
  from: string,
  { field, seconds, problem, requirement }: Deadline,
  isLate: boolean,
): Promise<Finding[]> {
  const advanceTime = requireAbility(subject, 'advanceTime', `${event} at a later time needs a clock that can be moved`);
  const begun = performance.now();
  const acted = await startPlay(subject);
  const before = await readIn(acted, from, event);
  const apart = (readTime(before[field]) - readTime(before.createdAt)) / 1000 + seconds;
  if (Number.isNaN(apart)) throw new CaseSkipped(`It needs createdAt and ${field} as year, month, day and time.`);
  const wait = Math.max(0, Math.ceil(apart) + (isLate ? 1 : -slack));
  await advanceTime(wait, subject.settings);
  const { status } = await read(acted);
  if (status !== from)
    throw new CaseInconclusive(`The invoice is ${JSON.stringify(status)} at that time, and not ${from}. Another case says why.`);
  const exchange = await causeOf(contract, event)?.(acted);
  if (!exchange) return [];
  const about = { member: field, exchanges: [...acted.exchanges] };
  if (!isLate && !hasSucceeded(exchange)) {
    if (performance.now() - begun > (apart - wait - 1) * 1000)
      throw new CaseInconclusive('The requests before it took too long for a call in time.');
    return broken(contract, requirement, { ...about, ...insteadOf(`a success before ${seconds} seconds are over`, exchange) });
  }
  if (!isLate) return [];
  if (hasSucceeded(exchange))
    return broken(contract, requirement, { ...about, ...insteadOf(`a refusal after ${seconds} seconds`, exchange) });
  const after = await read(acted);
  if (after.status !== from)
    return broken(contract, requirement, {
      ...{ member: 'status', expected: `status: ${from}, as before the refusal`, received: `status: ${after.status}` },
      exchanges: [...acted.exchanges],
    });
  return judgeCode(contract, features, requirement, problem, exchange);
}
