import type { Case } from '../../src/case/case.ts';
import { excuseRefusal } from '../../src/checks/check-refusal.ts';
import type { Contract, Operation } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { type Constraint, listConstraints } from '../../src/contract/list-constraints.ts';
import { noServerError } from '../../src/contract/plain/state-promises.ts';
import { sampleOf } from '../../src/contract/sample-of.ts';
import type { RequestSpec } from '../../src/http/exchange.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { freshValues, isAccepted } from '../../src/subject/plain-calls.ts';
import { type Inputs, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { gatewayStatuses } from '../../src/wire/send-patiently.ts';
import { edgeNear } from '../derive/requests/forbidden-value.ts';
import { plainCase } from './plain-case.ts';

/** Keywords for rules about several fields of a body. All other cases send the same body, which does not test these rules. */
const ruling = ['then', 'else', 'dependentSchemas', 'patternProperties'];

/** Derives cases for bodies that obey a keyword in `ruling`, and for an optional body that is left out. */
export function deriveRules(_contract: Contract, operation: Operation): Case[] {
  const { slug, hasBody, request, requestPointer, plain } = operation;
  const rules = ruling.some((keyword) => keyword in request) ? listConstraints('', request) : [];
  const kept = rules.flatMap((constraint) => {
    if (constraint.path.length > 0 || !ruling.includes(constraint.keyword)) return [];
    const value = edgeNear(request, constraint, sampleOf(request, requestPointer));
    return value === undefined ? [] : [keptCase(operation, constraint, value as Inputs)];
  });
  if (!hasBody || plain?.demandsBody !== false) return kept;
  const [does, requirement] = plain.mayLeaveBody ? ['accepts a request', `${slug}.request`] : ['does not fail', noServerError];
  const about: [string, string, string] = ['without-body', `${does} without its optional body`, requirement];
  return [...kept, plainCase(operation, about, (subject) => withoutBody(subject, operation))];
}

function keptCase(operation: Operation, { keyword, beside }: Constraint, value: Inputs): Case {
  const { slug, plain } = operation;
  const id = `kept/${[...(beside === undefined ? [] : [`with-${beside}`]), keyword].join('/')}`;
  const title = `accepts a body that keeps its ${keyword}: ${showValue(value)}`;
  return plainCase(operation, [id, title, `${slug}.request`], async (subject) => {
    const named = Object.entries(await freshValues(subject, operation));
    const isNamed = ([name]: [string, unknown]): boolean =>
      (plain?.origins.has(name) ?? false) || !Object.hasOwn(operation.request.properties ?? {}, name);
    const exchange = await subject.send(requestFor(operation, { ...value, ...Object.fromEntries(named.filter(isNamed)) }));
    if (isAccepted(operation, exchange.answer)) return [];
    excuseRefusal(operation, exchange);
    return broken(subject.contract, `${slug}.request`, {
      pointer: operation.requestPointer,
      ...insteadOf('a success, because the body is as documented', exchange),
    });
  });
}

async function withoutBody(subject: Subject, operation: Operation): Promise<Finding[]> {
  const { contract } = subject;
  const exchange = await subject.send(bodiless(requestFor(operation, await freshValues(subject, operation))));
  const about = { pointer: operation.requestPointer, difference: 'body: sent → absent' };
  const status = exchange.answer?.status ?? 0;
  if (status >= 500 && !gatewayStatuses.includes(status))
    return broken(contract, noServerError, { ...about, ...insteadOf('a response that the operation documents', exchange) });
  // Many documents forget to mark a body as required, so a refusal is a finding only if the document calls the body optional.
  if (isAccepted(operation, exchange.answer) || !operation.plain?.mayLeaveBody) return [];
  excuseRefusal(operation, exchange);
  return broken(contract, `${operation.slug}.request`, {
    ...about,
    ...insteadOf('a success, because the body is documented as optional', exchange),
  });
}

const bodiless = ({ body: _body, encoding: _encoding, headers, ...spec }: RequestSpec): RequestSpec => ({
  ...spec,
  headers: headers.filter(([name]) => name !== 'Content-Type'),
});
