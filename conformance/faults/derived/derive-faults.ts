import { callbacks } from '../../servers/full/callbacks.ts';
import { type Fields, isInvoice } from '../../servers/full/message.ts';
import { startFullServer } from '../../servers/full/start-full-server.ts';
import { isPromised } from '../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import type { Contract, Operation, Requirement, Schema } from '../../src/contract/contract.ts';
import { inlineReferences, locate } from '../../src/contract/follow-reference.ts';
import { findCallback } from '../../src/contract/read-delivery.ts';
import type { Fault } from '../fault.ts';
import { type Break, breakOperation, fillInId } from './break-operation.ts';
import { above, type Document, nameOf, nodeAt, takeConstraints, takeProperty } from './edit-contract.ts';

/**
 * Derives faults that break a requirement, from the requirement's place in the contract. A server with such a fault is correct in
 * everything else. Returns an empty list if no way to break the requirement is known; somebody then has to write a fault by hand.
 */
export function deriveFaults(contract: Contract, requirement: Requirement): Fault[] {
  return breaksOf(contract, requirement).map((way, index): Fault => {
    const id = `derived-${requirement.id}${index === 0 ? '' : `-${index + 1}`}`;
    return { ...faultOf(contract, id, way), title: `Breaks: ${requirement.text}`, breaks: requirement.id };
  });
}

/** Makes a fault from one way to break the contract: a server with every feature and this defect. */
export function faultOf(contract: Contract, id: string, way: Break): Omit<Fault, 'title' | 'breaks'> {
  const edit = 'edit' in way ? { edit: way.edit } : {};
  return {
    id,
    features: [...contract.features.keys()],
    file: 'conformance/faults/derived/derive-faults.ts',
    start: (options) => startFullServer('steps' in way ? way.steps() : {}, { ...options, ...edit }),
  };
}

function breaksOf(contract: Contract, requirement: Requirement): Break[] {
  const { id, about, pointer } = requirement;
  const at = above(pointer, 2);
  const { operations, lifecycle } = contract;
  const limited = operations.filter(({ rateLimits }) => rateLimits.some((limit) => limit.requirement === id));
  if (limited.length > 0) return [{ edit: (document) => raiseLimits(document, id) }];
  if (lifecycle.transitions.some((transition) => transition.requirement === id))
    return [{ edit: (document) => turnTransitions(document, id) }];
  const operation = operations.find(({ requirements, nearby }) => [...requirements, ...nearby].some((one) => one.id === id));
  if (operation && about !== undefined) return breakOperation(operation, about);
  if (requirement.keywords?.includes('additionalProperties'))
    return [{ edit: (document) => void delete nodeAt(document, at).additionalProperties }];
  const part = breakPart(contract, at);
  if (part) return part;
  if (/\/headers\/[^/]+$/.test(at)) {
    const name = headerNames(contract).get(at);
    return name === undefined ? [] : [{ steps: () => ({ reply: (reply) => void delete reply.headers[name] }) }];
  }
  if (/\/parameters\/[^/]+$/.test(at))
    return [{ edit: (document) => Object.assign(nodeAt(document, at), { schema: {}, required: false }) }];
  const ofRequest = operations.find(({ requestPointer }) => at.startsWith(`${requestPointer}/properties/`));
  if (ofRequest) return breakProperty(ofRequest, at, requirement);
  const ofResponse = operations.find(({ responsePointer }) => at.startsWith(`${responsePointer}/properties/`));
  if (ofResponse) return breakField(nameOf(at), isPromised(ofResponse.response, nameOf(at)));
  return [];
}

/** Returns ways to treat a request property wrongly: accept any value or, if the property is optional, treat it as unknown. */
function breakProperty(operation: Operation, at: string, { keywords = [] }: Requirement): Break[] {
  const { request, identifies } = operation;
  const isLimit = keywords.length > 0;
  const name = nameOf(at);
  if (name === identifies) return [isLimit ? { edit: takeConstraints(at) } : fillInId(operation)];
  const isRequired = request.required?.includes(name) ?? false;
  return [...(isLimit || isRequired ? [{ edit: takeConstraints(at) }] : []), ...(isRequired ? [] : [{ edit: takeProperty(at) }])];
}

/** Returns ways to show a field of invoices wrongly: omit the field, if the contract promises it, or change its value. */
function breakField(name: string, isPromised: boolean): Break[] {
  const onInvoice = (change: (fields: Fields) => void): Break => ({
    steps: () => ({
      reply(reply) {
        if (!isInvoice(reply)) return;
        const fields = { ...(reply.body as Fields) };
        change(fields);
        reply.body = fields;
      },
    }),
  });
  return [
    ...(isPromised ? [onInvoice((fields) => void delete fields[name])] : []),
    onInvoice((fields) => void Object.assign(fields, { [name]: fields[name] === null ? 'another value' : null })),
  ];
}

function raiseLimits(document: Document, requirement: string): void {
  for (const item of Object.values<Document>(document.paths))
    for (const operation of Object.values<Document>(item))
      for (const limit of operation['x-rate-limits'] ?? []) if (limit.requirement === requirement) limit.requests *= 10;
}

/** Reverses a requirement's transitions: those that change an invoice no longer change it, and refusals become successes. */
function turnTransitions(document: Document, requirement: string): void {
  for (const transition of document.components.schemas.InvoiceStatus['x-lifecycle'].transitions) {
    if (transition.requirement !== requirement) continue;
    if (transition.to !== 'same') Object.assign(transition, { to: 'same', callback: undefined });
    else delete transition.problem;
  }
}

function headerNames({ operations }: Contract): Map<string, string> {
  const headers = operations.flatMap((operation) => [...operation.headers, ...operation.refusals.flatMap((one) => one.headers)]);
  return new Map(headers.map(({ pointer, name }) => [pointer, name]));
}

/** Values of different types. A schema that has any constraint does not allow all of them. */
const values = [null, 'another value', 7, true, [], {}];

/** Returns ways to show a wrong value in a problem, an event or its headers; undefined for other parts of the contract. */
function breakPart(contract: Contract, at: string): Break[] | undefined {
  const name = nameOf(at);
  const wrong = (schema: Schema): unknown =>
    values.find((value) => !compileSchema(inlineReferences(contract.document, schema))(value));
  if (at.startsWith('/components/schemas/Problem/properties/')) {
    const value = wrong(nodeAt(contract.document, at));
    return [
      {
        steps: () => ({ reply: (reply) => void (reply.status >= 400 && Object.assign(reply.body as object, { [name]: value })) }),
      },
    ];
  }
  const callback = findCallback(contract);
  if (!callback) return undefined;
  const body = locate(
    contract.document,
    callback.schema,
    callback.pointer,
    'requestBody',
    'content',
    'application/json',
    'schema',
  );
  if (at.startsWith(`${body.pointer}/properties/`)) {
    const value = wrong(nodeAt(contract.document, at));
    return [{ steps: () => ({ callbacks: { event: (...all) => ({ ...callbacks.event(...all), [name]: value }) } }) }];
  }
  if (!at.startsWith(`${callback.pointer}/parameters/`)) return undefined;
  const { name: header, schema } = nodeAt(contract.document, at);
  const text = ['', '?', 'another value'].find((one) => !compileSchema(inlineReferences(contract.document, schema))(one));
  return [
    {
      steps: () => ({
        callbacks: {
          attempt(...all) {
            const attempt = callbacks.attempt(...all);
            const { [header]: _right, ...headers } = attempt.headers;
            // If the schema allows every string, the header can only be wrong by being absent.
            return { ...attempt, headers: text === undefined ? headers : { ...headers, [header]: text } };
          },
        },
      }),
    },
  ];
}
