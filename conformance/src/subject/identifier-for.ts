import type { Contract, Operation } from '../contract/contract.ts';
import { showsInvoice } from '../contract/main-object.ts';
import { lawfulBody } from '../contract/mend-body.ts';
import { isSuccess, responseObject } from '../http/exchange.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { bodyFor, keepPlace, storedFor } from './body-for.ts';
import { domainOf } from './domain.ts';
import { type Inputs, requestFor } from './request-for.ts';
import type { Subject } from './subject.ts';

/**
 * Returns the value with which a request of the operation identifies an object. For an invoice, this is the field to which
 * `x-identifies` points. For any other object, calls the operation that creates it, with the values in `sent` and, if necessary,
 * the invoice, and returns the field of the new object.
 */
export async function identifierFor(
  subject: Subject,
  operation: Operation,
  invoice: Record<string, unknown>,
  sent: Inputs = {},
): Promise<unknown> {
  const { contract } = subject;
  const { identified } = operation;
  if (identified === undefined || namesInvoice(contract, operation)) return invoice[identified?.property ?? 'id'];
  const maker = makerOf(contract, operation);
  if (!maker) throw new Error(describeUnmade(operation));
  const id = await identifierFor(subject, maker, invoice);
  const kept = [...Object.keys(sent), ...(maker.identifies === undefined ? [] : [maker.identifies])];
  const body = lawfulBody(maker, { ...(await bodyFor(subject, maker, id)), ...sent }, kept, await storedFor(subject, maker, id));
  const { answer: response } = await subject.send(requestFor(maker, body));
  const made = response && isSuccess(response) ? responseObject(response) : undefined;
  if (made === undefined)
    throw new CaseSkipped(`${maker.path} gave no success (${response?.status}), from whose response this case takes an id.`);
  keepPlace(subject, maker, body, made[identified.property]);
  return made[identified.property];
}

/** Returns whether a request of the operation identifies an invoice. */
export const namesInvoice = ({ operations }: Contract, { identified }: Operation): boolean =>
  identified !== undefined && identified.object === operations.find(({ creates }) => creates)?.responsePointer;

/** Returns whether each call of the operation creates a new object that requests of another operation identify. */
export const makesObject = (contract: Contract, operation: Operation): boolean =>
  contract.operations.some((one) => isMaker(operation, one)) && !showsInvoice(contract, operation);

/** Returns whether an operation creates the kind of object that another operation's requests identify. */
export const makesFor = (contract: Contract, maker: Operation, operation: Operation): boolean =>
  isMaker(maker, operation) && makesObject(contract, maker);

/** Returns whether the suite can make an operation return values that were sent to another operation. */
export const canShow = (contract: Contract, source: Operation, operation: Operation): boolean =>
  source.creates ||
  source.id === operation.id ||
  speakOfOne(contract, source, operation) ||
  makesFor(contract, source, operation);

/**
 * Returns whether two operations return the same object: the one that both requests identify, or the only one of the account.
 * Returns false if the second operation has a baseline of its own, because its calls need more than the object's id.
 */
const speakOfOne = (contract: Contract, source: Operation, operation: Operation): boolean =>
  !Object.hasOwn(domainOf(contract)?.baselines ?? {}, operation.id) &&
  source.responsePointer === operation.responsePointer &&
  source.identified?.object === operation.identified?.object;

/** Returns whether a call of the operation replaces the values of an earlier call for the same object. */
export const replaces = (source: Operation): boolean =>
  source.method !== 'POST' && (source.identified === undefined || source.identified.object === source.responsePointer);

/** Describes the operations that cannot be called, because no operation creates the objects that their requests must identify. */
export function listUnmade(contract: Contract): string[] {
  const unmade = contract.operations.filter(({ identified }) => identified !== undefined);
  return unmade.filter((one) => !namesInvoice(contract, one) && !makerOf(contract, one)).map(describeUnmade);
}

const describeUnmade = ({ id, identifies, identified }: Operation): string =>
  `${id} names a ${identified?.object.split('/').at(-1)} in ${identifies}, and no POST returns one, so the suite has none to name: let the operation that makes it return it, or teach conformance/src/subject/identifier-for.ts. (conformance/src/subject/identifier-for.ts)`;

/** Returns the operation that creates the kind of object that requests of the given operation identify. */
const makerOf = ({ operations }: Contract, operation: Operation): Operation | undefined =>
  operations.find((one) => isMaker(one, operation));

/**
 * Returns whether an operation creates the objects that requests of another operation identify. It must be a POST that returns
 * such an object. If its path is directly above that of the objects, it is enough that it returns an id.
 */
function isMaker({ method, path, identified: taken, response, responsePointer }: Operation, operation: Operation): boolean {
  const { identified, identifies } = operation;
  if (method !== 'POST' || identified === undefined || taken?.object === identified.object) return false;
  const isAbove = `${operation.path}/`.startsWith(`${path}/{${identifies}}/`);
  return responsePointer === identified.object || (isAbove && Object.hasOwn(response.properties ?? {}, identified.property));
}
