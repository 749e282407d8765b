import type { Case } from '../../src/case/case.ts';
import { type Contract, type Operation, operationById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { follow } from '../../src/contract/follow-reference.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { lookUntil } from '../../src/subject/look-until.ts';
import { acceptedCall, endsOf, freshValues, hasEnded, isAccepted, namesIn, sharedCall } from '../../src/subject/plain-calls.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { wholeCall } from '../../src/subject/whole-call.ts';
import { callFresh, type Judge, plainCase } from './plain-case.ts';
import { readUnknown } from './read-unknown.ts';

/** An earlier operation on the same object after which this one is refused, and the status of the refusal (`x-refused-after`). */
interface RefusedAfter {
  operation: string;
  status: number;
  /** Fields that the body of the earlier operation has. */
  with?: Inputs;
  /** Fields that must be unique: this operation is refused if it sends the same values as the earlier operation. */
  same?: string[];
  /** The operation after which this one is accepted again. */
  until?: string;
}

/** An effect of an operation: the values that its response or another operation then shows (`x-causes`). */
interface Caused {
  /** Fields that the body has. */
  with?: Inputs;
  read?: string;
  shows: Inputs;
}

const valuesOf = (sent: Inputs = {}): string[] =>
  Object.values(sent).flatMap((value) => (typeof value === 'object' ? [] : [String(value).toLowerCase()]));

/** Derives cases for a document's facts about states and ids: `x-refused-after`, `x-causes`, `x-ends` and `x-identifies`. */
export function deriveStated(contract: Contract, operation: Operation): Case[] {
  const { slug, plain, request } = operation;
  const facts = follow(contract.document, `#${operation.pointer}`);
  const stated = (facts['x-refused-after'] ?? []) as RefusedAfter[];
  const make = (id: string, title: string, judge: Judge): Case => plainCase(operation, [id, title, `${slug}.state`], judge);
  return [
    ...stated.map((fact) => {
      const before = operationById(contract, fact.operation);
      const title = `is refused with ${fact.status} after ${before.method} ${before.path}`;
      const id = ['refused-after', before.slug, ...valuesOf(fact.with), ...(fact.same ?? [])].join('/');
      return make(id, title, (subject) => judgeState(subject, operation, fact));
    }),
    ...((facts['x-causes'] ?? []) as Caused[]).map((fact, index) => {
      const shown = fact.read === undefined ? `${index + 1}` : operationById(contract, fact.read).slug;
      const id = ['causes', ...valuesOf(fact.with), shown].join('/');
      return make(id, `leads to ${showValue(fact.shows)}`, (subject) => judgeEffect(subject, operation, fact));
    }),
    ...(endsOf(contract, operation)
      ? [make('ends', 'starts what ends as the document says', (subject) => judgeEnd(subject, operation))]
      : []),
    ...Object.entries(request.properties ?? {}).flatMap(([name, schema]) => {
      if (!('x-identifies' in schema && plain?.origins.has(name))) return [];
      const title = `refuses a ${name} that was never made`;
      return plainCase(operation, [`unknown/${name}`, title, `${slug}.unknown`], (subject) =>
        readUnknown(subject, operation, name),
      );
    }),
  ];
}

async function judgeState(subject: Subject, operation: Operation, { status, with: sent, same, until, ...fact }: RefusedAfter) {
  const { contract } = subject;
  const before = operationById(contract, fact.operation);
  await acceptedCall(subject, before);
  const done = (same && (await wholeCall(subject, before))) || (await callFresh(subject, before, sent));
  if (!isAccepted(before, done.exchange.answer))
    throw new CaseSkipped(`Not tried, because ${before.method} ${before.path} returned ${done.exchange.answer?.status}.`);
  const named = (one: Operation) => namesIn(one, before, done);
  const own = same ? Object.fromEntries(same.map((name) => [name, done.values[name]])) : named(operation);
  const values = { ...(await freshValues(subject, operation)), ...own };
  const again = () => subject.send(requestFor(operation, values));
  // Does not repeat a change after it has succeeded, because the change itself would cause the next refusal.
  const isRefused = ({ answer }: Exchange) =>
    answer?.status === status || (operation.method !== 'GET' && isAccepted(operation, answer));
  const refused = await lookUntil(again, isRefused);
  const say = (expected: string, exchange: Exchange) =>
    broken(contract, `${operation.slug}.state`, { ...insteadOf(expected, exchange), exchanges: [done.exchange, exchange] });
  if (refused.answer?.status !== status) return say(`status ${status} after ${before.method} ${before.path}`, refused);
  const after = until === undefined ? undefined : operationById(contract, until);
  if (!after) return [];
  const ended = await callFresh(subject, after, named(after));
  if (!isAccepted(after, ended.exchange.answer)) return say(`a success, which ends the state`, ended.exchange);
  const accepted = await lookUntil(again, ({ answer }) => isAccepted(operation, answer));
  return accepted.answer?.status === status ? say(`no ${status} after ${after.method} ${after.path}`, accepted) : [];
}

/** Checks that another operation shows what this one has caused. */
async function judgeEffect(subject: Subject, operation: Operation, { with: sent, read, shows }: Caused) {
  const { contract } = subject;
  const reading = read === undefined ? operation : operationById(contract, read);
  const { values, exchange } = await callFresh(subject, operation, sent);
  const { values: others } = await sharedCall(subject, reading);
  const names = { ...others, ...namesIn(reading, operation, { values, exchange }) };
  const isShown = (one: Exchange): boolean => hasEnded({ when: shows }, one);
  const look = () => subject.send(requestFor(reading, names));
  const shown = read === undefined || !isAccepted(operation, exchange.answer) ? exchange : await lookUntil(look, isShown);
  if (isShown(shown)) return [];
  return broken(contract, `${operation.slug}.state`, {
    ...insteadOf(`${showValue(shows)} in ${reading.method} ${reading.path}`, shown),
    exchanges: [exchange, shown],
  });
}

/** Checks that the job of an operation ends in time, and stays ended. */
async function judgeEnd(subject: Subject, operation: Operation) {
  const { contract } = subject;
  const call = await acceptedCall(subject, operation);
  const ends = endsOf(contract, operation);
  if (!ends || !call.end) throw new CaseSkipped('Not tried, because nothing reads what it starts.');
  const reading = operationById(contract, ends.read);
  const again = await subject.send(requestFor(reading, namesIn(reading, operation, call)));
  if (hasEnded(ends, call.end) && hasEnded(ends, again)) return [];
  if (!hasEnded(ends, call.end) && ends.within === undefined)
    throw new CaseSkipped(
      'Not tried, because it has not ended yet, and the document does not say within how many seconds it does.',
    );
  const time = hasEnded(ends, call.end) ? 'still' : `within ${ends.within} seconds`;
  return broken(contract, `${operation.slug}.state`, {
    ...insteadOf(`${showValue(ends.when)} ${time}`, again),
    exchanges: [call.exchange, call.end, again],
  });
}
