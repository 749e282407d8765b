import { acceptedSubmit, makePayable, type Payable } from '../../../payments/receipts.ts';
import type { Case, CaseContext } from '../../../src/case/case.ts';
import { featuresOf } from '../../../src/contract/claimed-schema.ts';
import { type Contract, type Operation, type Requirement, requirementAbout } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Transition } from '../../../src/contract/lifecycle.ts';
import { mainSlugs } from '../../../src/contract/main-object.ts';
import { type Exchange, hasSucceeded, type RequestSpec } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadIn, insteadOf, makeFinding } from '../../../src/outcome/finding.ts';
import { type Play, readUntil } from '../../../src/subject/play.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { callOf, wayInto } from '../../../src/subject/ways-into.ts';
import { changeOf } from '../../play/change-of.ts';
import { withoutScopeOf } from '../../play/mint-token.ts';
import { judgeCode } from '../refusals/send-violation.ts';
import { derivations } from '../refusals/violations-of.ts';

type Body = Record<string, unknown>;

/** A submission that would be accepted but for one mistake. */
interface Attempt {
  requirement: Requirement;
  /** The deployment, with the credentials to use. */
  by: Subject;
  request(body: Body): { spec: RequestSpec; difference: string };
}

const titles = {
  authentication: 'missing or wrong token',
  method: 'wrong method',
  body: 'wrong body',
  'media-type': 'wrong media type',
  parameter: 'wrong parameter',
} satisfies Record<keyof typeof derivations, string>;

/** How many times to read an invoice after the submissions, a tenth of a second apart. */
const reads = 4;

/** Derives a case that submits receipts with mistakes of one kind, and checks that the invoice does not change. */
export function deriveUnchanged(contract: Contract, operation: Operation, kind: keyof typeof derivations): Case[] {
  const violations = derivations[kind]
    .flatMap((derive) => derive(contract, operation))
    .filter(({ requirement }) => requirement.level === 'MUST');
  const requirements = [...new Set(violations.map(({ requirement }) => requirement.id))];
  const id = `${operation.slug}/${kind}/changes-nothing`;
  return unchangedCases(contract, id, titles[kind], requirements, async ({ subject: by, features }) =>
    violations
      .filter(({ requirement, features: more = [] }) => [...featuresOf(requirement), ...more].every((name) => features.has(name)))
      .map(({ requirement, request }) => ({ requirement, by, request: (body) => request(body, by.settings.token) })),
  );
}

/** Derives a case which checks that a submission with a token without the scope changes nothing. */
export function deriveUnchangedWithoutScope(contract: Contract, operation: Operation): Case[] {
  if (operation.scopes.length === 0) return [];
  const requirement = requirementAbout(operation, 'scope');
  const id = `${operation.slug}/scopes/changes-nothing`;
  return unchangedCases(contract, id, 'token without its scope', [`${requirement.id}/lacking`], async ({ subject }) => {
    const by = await withoutScopeOf(subject, operation.id);
    const difference = 'token: with every scope → without that of the operation';
    return [{ requirement, by, request: (body) => ({ spec: requestFor(operation, body), difference }) }];
  });
}

function unchangedCases(
  contract: Contract,
  id: string,
  mistake: string,
  [requirement, ...covers]: string[],
  attemptsOf: (context: CaseContext) => Promise<Attempt[]>,
): Case[] {
  if (requirement === undefined) return [];
  const unchanged: Case = {
    id,
    title: `A receipt that is refused because of a ${mistake} changes nothing`,
    requirement,
    ...(covers.length > 0 && { covers }),
    operations: mainSlugs(contract),
    derived: true,
    waits: true,
    async run(context) {
      const { subject } = context;
      // A refusal proves nothing unless a receipt without a mistake is accepted.
      await acceptedSubmit(subject);
      // If an invoice whose receipt is never submitted changes too, the deployment learns of payments in another way.
      const control = await makePayable(subject);
      const attempts = await attemptsOf(context);
      const guilty = await findGuilty(subject, attempts);
      if (guilty === undefined) return [];
      if ((await changeOf(subject, control, (subject.settings.settle ?? 2000) / 100)).members.length > 0) return [];
      return judgeUnchanged(contract, guilty.requirement.id, guilty);
    },
  };
  return [unchanged];
}

interface Sent {
  difference: string;
  exchange: Exchange;
}

/** A submission that was refused, and its invoice afterwards. */
interface Refused extends Sent {
  payable: Payable;
  read: Exchange;
  /** Fields that changed although the submission was refused. */
  fields: string[];
}

/** Sends all attempts for one invoice. If it changes, sends each half of them for a new invoice, until one attempt is left. */
async function findGuilty(
  subject: Subject,
  attempts: readonly Attempt[],
): Promise<(Refused & { requirement: Requirement }) | undefined> {
  const payable = await makePayable(subject);
  const sent: Sent[] = [];
  for (let at = 0; at < attempts.length; at += 4)
    sent.push(...(await Promise.all(attempts.slice(at, at + 4).map((attempt) => send(attempt, payable)))).flat());
  const [attempt, last] = [attempts[0], sent[0]];
  // Another case reports a success.
  if (!attempt || !last || sent.some(({ exchange }) => hasSucceeded(exchange))) return undefined;
  const { read, members: fields } = await changeOf(subject, payable, reads);
  if (fields.length === 0) return undefined;
  if (attempts.length === 1) return { ...last, requirement: attempt.requirement, payable, read, fields };
  const half = attempts.length >> 1;
  return (await findGuilty(subject, attempts.slice(0, half))) ?? findGuilty(subject, attempts.slice(half));
}

/** Sends an attempt. Returns nothing if no response comes, or if the mistake leaves no complete receipt in the body. */
async function send({ by, request }: Attempt, { invoice, webReceipt }: Payable): Promise<Sent[]> {
  const { spec, difference } = request({ invoiceId: invoice.id, webReceipt });
  if (spec.body?.includes(JSON.stringify(webReceipt).slice(1, -1)) === false) return [];
  const exchange = await by.send(spec).catch(() => undefined);
  return exchange ? [{ difference, exchange }] : [];
}

/** Makes a finding for each field that a refused submission changed. */
export function judgeUnchanged(
  contract: Contract,
  requirement: string,
  { difference, payable, exchange, read, fields }: Refused,
): Finding[] {
  return fields.map((field) =>
    makeFinding(contract, requirement, {
      member: field,
      difference,
      expected: `${field}: ${showValue(payable.invoice[field])}, as before the submit that was refused`,
      received: `${field}: ${showValue(invoiceOf(read)[field])}`,
      exchanges: [payable.created, exchange, read],
    }),
  );
}

interface ExpectedFields {
  expected: Body;
  fields?: readonly string[];
  shown: Body;
  why?: string;
  exchanges: Exchange[];
}

/** Returns a finding about the first field that does not have its expected value. `why` is written after that value. */
export function judgeFields(
  contract: Contract,
  requirement: string,
  { expected, fields = Object.keys(expected), shown, why = '', exchanges }: ExpectedFields,
): Finding[] {
  const field = fields.find((name) => shown[name] !== expected[name]);
  if (field === undefined) return [];
  return broken(contract, requirement, insteadIn(field, `${showValue(expected[field])}${why}`, shown[field], exchanges));
}

/** Brings an invoice into a state in which the event can occur, and reads it. @throws CaseInconclusive if that fails */
export async function readIn(play: Play, state: string, event?: string): Promise<Body> {
  await wayInto(play.subject.contract, state, event)?.go(play);
  const shown = await readUntil(play, { status: state });
  if (shown.status === state) return shown;
  const why = `The invoice could not be brought to ${state}: it is ${showValue(shown.status)}. Another case says why.`;
  throw new CaseInconclusive(why);
}

/** Returns the name of a cell, which is an event in a state. The plan check uses this name. */
export const cellOf = (event: string, state: string): string => `${event} in ${state}`;

/** Returns what an event does in a state. Returns undefined if the event is impossible there. */
export const transitionAt = ({ lifecycle }: Contract, event: string, state: string): Transition | undefined =>
  lifecycle.transitions.find((one) => one.event === event && one.from.includes(state) && one.impossible === undefined);

/** Returns the slugs of the operations that a case calls to cause the event. */
export function operationsOf(contract: Contract, { event }: Transition): string[] {
  const called = callOf(contract, event)?.slug;
  return [...new Set([...mainSlugs(contract), ...(called === undefined ? [] : [called])])];
}

/** Returns the features of the event and of the states before and after it. */
export function featuresOfCell({ lifecycle }: Contract, { event, to }: Transition, from: string): string[] {
  const features = [lifecycle.events[event]?.feature, lifecycle.features[from], lifecycle.features[to ?? '']];
  return [...new Set(features.filter((feature) => feature !== undefined))];
}

/** Checks whether causing the event moves the deployment's clock. */
export const movesClock = (contract: Contract, { event }: Transition, from: string): boolean =>
  isOfClock(contract, event) || isTimed(contract, from);

const isOfClock = ({ lifecycle }: Contract, event: string): boolean => lifecycle.events[event]?.cause === 'clock';

/** Checks whether every path to a state includes an event that the clock causes. */
function isTimed(contract: Contract, state: string, seen: readonly string[] = []): boolean {
  const { initial, transitions } = contract.lifecycle;
  const into = transitions.filter(({ to, from }) => to === state && from.some((one) => !seen.includes(one)));
  if (state === initial || into.length === 0) return false;
  const within = [...seen, state];
  return into.every(
    ({ event, from }) =>
      isOfClock(contract, event) || from.every((one) => within.includes(one) || isTimed(contract, one, within)),
  );
}

/** Returns the fields, besides the status, that any transition changes. */
export function changingFields({ lifecycle }: Contract): string[] {
  return [...new Set(lifecycle.transitions.flatMap(({ changes }) => changes ?? []))];
}

/** Judges the response to the request that caused an event, by what the contract says about the event in this state. */
export function checkResponse(
  contract: Contract,
  features: ReadonlySet<string>,
  { event, requirement = '', problem }: Transition,
  acted: Play,
  exchange: Exchange,
): Finding[] {
  const about = { member: callOf(contract, event)?.identifies ?? 'webReceipt', exchanges: [...acted.exchanges] };
  if (problem === undefined && hasSucceeded(exchange)) return [];
  if (problem === undefined) return broken(contract, requirement, { ...insteadOf('a success', exchange), ...about });
  if (!hasSucceeded(exchange)) return judgeCode(contract, features, requirement, problem, exchange);
  const received = `${exchange.answer?.status}`;
  return broken(contract, requirement, { ...about, expected: 'no success, and nothing changed', received });
}
