import { keyOf, type Operation } from '../contract/contract.ts';
import { hasSucceeded, responseHeader } from '../http/exchange.ts';
import { type Inputs, requestFor } from './request-for.ts';
import type { Subject } from './subject.ts';

/** Reads an object's ETag with the GET at the operation's path. Returns undefined without such a GET or an ETag. */
export async function readTag(subject: Subject, operation: Operation, values: Inputs): Promise<string | undefined> {
  const reader = subject.contract.operations.find(({ method, path }) => method === 'GET' && path === operation.path);
  if (!reader || reader.plain?.untried !== undefined) return undefined;
  const named = reader.parameters.filter(({ in: place }) => place === 'path').map(keyOf);
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => named.includes(name)));
  const exchange = await subject.send(requestFor(reader, own));
  return exchange.answer && hasSucceeded(exchange) ? responseHeader(exchange.answer, 'etag') : undefined;
}

/** Finds the header parameter with this name, which is given in lower case. */
export const headerOf = ({ parameters }: Operation, name: string): Operation['parameters'][number] | undefined =>
  parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === name);
