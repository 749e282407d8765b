import type { Case } from '../../src/case/case.ts';
import { isRepeated } from '../../src/checks/is-repeated.ts';
import {
  type Contract,
  type Echo,
  echoOf,
  findAbout,
  keyOf,
  type Operation,
  operationById,
} from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { pointed } from '../../src/contract/follow-reference.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import { isSuccess, responseObject } from '../../src/http/exchange.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import type { Call } from '../../src/subject/name-in.ts';
import { acceptedCall, freshValues, isAccepted, namesIn, sharedCall } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { asOther } from '../../src/subject/switch-account.ts';
import { plainCase } from './plain-case.ts';

/** Derives cases which check two extensions: that a response repeats a value, and that an object belongs to an account. */
export function deriveFacts(contract: Contract, operation: Operation): Case[] {
  return [...ofEchoes(contract, operation), ...ofOwnership(contract, operation)];
}

function ofEchoes(contract: Contract, operation: Operation): Case[] {
  const { slug } = operation;
  return Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]): Case[] => {
    const echo = echoOf(name, schema);
    if (!echo) return [];
    const maker = operationById(contract, echo.operation);
    const isRead =
      operation.method === 'GET' &&
      [...(operation.plain?.origins.values() ?? [])].some((origin) => origin.operation === maker.id);
    if (maker !== operation && !isRead) return [];
    return [
      {
        id: `${slug}/echoes/${name}`,
        title: `${name} in the response of ${operation.method} ${operation.path} is what ${maker.method} ${maker.path} received`,
        requirement: `${slug}.echo`,
        operations: [...new Set([slug, maker.slug])],
        run: async ({ subject }) => checkEcho(subject, operation, maker, echo),
      },
    ];
  });
}

async function checkEcho(subject: Subject, operation: Operation, maker: Operation, echo: Echo): Promise<Finding[]> {
  const made = await callWith(subject, maker, echo.sent);
  const call = maker === operation ? made : await readOf(subject, operation, maker, made);
  const sent = made.values[echo.sent];
  const shown = call.exchange.answer && responseObject(call.exchange.answer)?.[echo.property];
  if (isRepeated(fold(shown, echo), fold(sent, echo), maker.request.properties?.[echo.sent])) return [];
  return broken(subject.contract, `${operation.slug}.echo`, {
    pointer: `${operation.responsePointer}/properties/${echo.property}`,
    member: echo.property,
    expected: `${echo.property}: ${showValue(sent)}`,
    received: `${echo.property}: ${showValue(shown)}`,
    exchanges: [...new Set([made.exchange, call.exchange])],
  });
}

/** Returns an accepted call in which a field was sent: the shared call if it has the field, or else a new one. */
async function callWith(subject: Subject, maker: Operation, field: string): Promise<Call> {
  const accepted = await acceptedCall(subject, maker);
  const schema = maker.request.properties?.[field];
  // Some servers treat a field that is false as absent.
  const isFlag = typeof schema?.default === 'boolean';
  const hasField = Object.hasOwn(accepted.values, field);
  if (hasField && !isFlag) return accepted;
  if (!schema) throw new CaseSkipped(`Not tried, because the accepted request has no ${field}.`);
  const sent = isFlag ? !schema.default : sampleOf(schema, `${maker.requestPointer}/properties/${pointed(field)}`);
  const values = { ...(await freshValues(subject, maker)), [field]: sent };
  const exchange = await subject.send(requestFor(maker, values));
  if (isAccepted(maker, exchange.answer)) return { values, exchange };
  if (hasField) return accepted;
  throw new CaseSkipped(`Not tried, because ${maker.method} ${maker.path} refuses ${field}: ${showValue(sent)}.`);
}

const fold = (value: unknown, { ignoring }: Echo): unknown =>
  typeof value === 'string' && ignoring.includes('case') ? value.toLowerCase() : value;

/** Reads the object that `made` has created. Skips the case if the read is refused. */
async function readOf(subject: Subject, operation: Operation, maker: Operation, made: Call): Promise<Call> {
  const values = { ...(await sharedCall(subject, operation)).values, ...namesIn(operation, maker, made) };
  const exchange = await subject.send(requestFor(operation, values));
  if (isAccepted(operation, exchange.answer)) return { values, exchange };
  throw new CaseSkipped(`Not tried, because ${operation.method} ${operation.path} returned ${exchange.answer?.status}.`);
}

function ofOwnership(contract: Contract, operation: Operation): Case[] {
  const requirement = findAbout(operation, 'ownership');
  const isNamed = operation.parameters.some((parameter) => operation.plain?.origins.get(keyOf(parameter))?.makes);
  if (!requirement || !isNamed) return [];
  const title = 'has no success for what belongs to another account';
  return [
    plainCase(operation, ['ownership', title, requirement.id], async (subject) => {
      const { values } = await acceptedCall(subject, operation);
      const other = asOther(subject);
      const own = await sharedCall(other, operation);
      if (!isAccepted(operation, own.exchange.answer))
        throw new CaseSkipped('Not tried, because the other account gets no success for its own either.');
      const exchange = await other.send(requestFor(operation, values));
      if (!exchange.answer || !isSuccess(exchange.answer)) return [];
      return broken(contract, requirement.id, {
        difference: 'the token of another account',
        ...insteadOf('no success', exchange),
      });
    }),
  ];
}
