import type { Case } from '../../src/case/case.ts';
import { type Aspect, aspectsOf, checkDocumented } from '../../src/checks/check-documented.ts';
import { excuseRefusal } from '../../src/checks/check-refusal.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import { methodsAt, operationAt } from '../../src/contract/operation-at.ts';
import { noServerError } from '../../src/contract/plain/state-promises.ts';
import { type Exchange, isSuccess } from '../../src/http/exchange.ts';
import { CaseInconclusive } from '../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { acceptedCall, demandTried, freshValues, isAccepted, sharedCall } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import type { Recorder } from '../../src/wire/recorder.ts';
import { gatewayStatuses } from '../../src/wire/send-patiently.ts';
import { type Judge, plainCase } from './plain-case.ts';

const aspects: Record<Aspect, string> = {
  status: 'has a status that it documents',
  'media-type': 'has a media type that is documented for its status',
  body: 'has a body that follows its schema',
  header: 'has the headers that are documented for its status',
};

/** Derives cases which check that an operation accepts a documented request and has only documented responses in this run. */
export function deriveDocumented(contract: Contract, operation: Operation): Case[] {
  const { slug } = operation;
  const name = `${operation.method} ${operation.path}`;
  const ofRecord = (id: string, title: string, requirement: string, judge: (exchanges: Exchange[]) => Finding[]): Case => ({
    ...{ id: `${slug}/responses/${id}`, title, requirement, operations: [slug], alone: true, judgesRecord: true },
    run: async ({ subject }) => judge(exchangesOf(contract, subject.wire.record, operation)),
  });
  return [
    {
      id: `${slug}/success`,
      title: `${name} accepts a documented request`,
      requirement: `${slug}.request`,
      covers: [noServerError],
      operations: [slug],
      async run({ subject }) {
        const { exchange } = await sharedCall(subject, operation);
        const status = exchange.answer?.status ?? 0;
        if (status >= 500 && !gatewayStatuses.includes(status)) return serverError(contract, [exchange]);
        await acceptedCall(subject, operation);
        return [];
      },
    },
    ...aspectsOf(operation).map((aspect) =>
      ofRecord(aspect, `Every response of ${name} ${aspects[aspect]}`, `${slug}.${aspect}`, (exchanges) =>
        firstOfEach(exchanges.flatMap((one) => checkDocumented(contract, operation, aspect, one))),
      ),
    ),
    ofRecord('server-error', `No request makes ${name} fail`, noServerError, (exchanges) => {
      const failed = exchanges.filter(({ answer }) => answer && answer.status >= 500 && !gatewayStatuses.includes(answer.status));
      return serverError(contract, failed.slice(0, 3));
    }),
  ];
}

function serverError(contract: Contract, exchanges: readonly Exchange[]): Finding[] {
  return exchanges.flatMap((exchange) =>
    broken(contract, noServerError, {
      pointer: operationAt(contract, exchange.request)?.pointer ?? '/paths',
      ...insteadOf('a response that the operation documents', exchange),
    }),
  );
}

const sorted = new WeakMap<Recorder, { entries: number; by: Map<Operation, Exchange[]> }>();

/** Returns the run's exchanges with an operation. Skips the case if there are none. */
export function exchangesOf(contract: Contract, record: Recorder | undefined, operation: Operation): Exchange[] {
  demandTried(operation);
  if (record === undefined) throw new CaseInconclusive('Only a complete run has the record that this case judges.');
  let known = sorted.get(record);
  if (known?.entries !== record.all.length) {
    const by = new Map<Operation, Exchange[]>();
    for (const { exchange } of record.all) {
      const of = exchange?.answer && operationAt(contract, exchange.request);
      if (of && exchange) by.set(of, [...(by.get(of) ?? []), exchange]);
    }
    known = { entries: record.all.length, by };
    sorted.set(record, known);
  }
  const found = known.by.get(operation) ?? [];
  if (found.length === 0) throw new CaseSkipped('Not tried, because no request to it had a response.');
  return found;
}

/** Keeps the first finding for each status, field and expectation. */
function firstOfEach(findings: Finding[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.exchanges[0]?.answer?.status} ${finding.member?.replaceAll(/\d+/g, '0')} ${finding.expected}`;
    if (!found.has(key)) found.set(key, finding);
  }
  return [...found.values()].slice(0, 10);
}

/** Derives cases for the second to sixth example bodies in the document. Skips them if the normal call is refused. */
export function deriveExamples(_contract: Contract, operation: Operation): Case[] {
  const { slug, plain } = operation;
  return (plain?.examples ?? []).slice(1, 6).map((example, index) => {
    const title = `accepts example ${index + 2} of the document`;
    const judge: Judge = (subject) => exampleTaken(subject, operation, example);
    return plainCase(operation, [`example/${index + 2}`, title, `${slug}.request`], judge);
  });
}

async function exampleTaken(subject: Subject, operation: Operation, example: unknown): Promise<Finding[]> {
  const { bodyName } = operation.plain ?? {};
  const values = bodyName === undefined ? (example as Record<string, unknown>) : { [bodyName]: example };
  const named = await freshValues(subject, operation);
  const origins = Object.fromEntries(Object.entries(named).filter(([name]) => operation.plain?.origins.has(name)));
  const exchange = await subject.send(requestFor(operation, { ...values, ...origins }));
  if (isAccepted(operation, exchange.answer)) return [];
  excuseRefusal(operation, exchange);
  return broken(subject.contract, `${operation.slug}.request`, {
    pointer: operation.requestPointer,
    ...insteadOf('a success, because the document has this body as an example', exchange),
  });
}

/** The methods to try if the document does not list them for a path. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Derives cases, once per path, which check that a method that is not documented for the path does not succeed. */
export function deriveOtherMethods(contract: Contract, operation: Operation): Case[] {
  if (contract.operations.find(({ path }) => path === operation.path) !== operation) return [];
  const documented = methodsAt(contract, operation);
  return methods
    .filter((method) => !documented.includes(method))
    .map((method) => ({
      ...plainCase(operation, [`method/${method.toLowerCase()}`, '', `${operation.slug}.method`], async (subject) => {
        const { body: _body, ...spec } = requestFor(operation, await freshValues(subject, operation));
        const headers = spec.headers.filter(([name]) => name !== 'Content-Type');
        const exchange = await subject.send({ ...spec, headers, method });
        if (!exchange.answer || !isSuccess(exchange.answer)) return [];
        return broken(contract, `${operation.slug}.method`, {
          difference: `method: ${operation.method} → ${method}`,
          ...insteadOf('no success', exchange),
        });
      }),
      title: `${method} ${operation.path}, which is not documented, has no success`,
    }));
}
