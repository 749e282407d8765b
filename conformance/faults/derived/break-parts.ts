import { callbacks } from '../../servers/full/callbacks.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import type { Contract, Schema } from '../../src/contract/contract.ts';
import { inlineReferences, locate } from '../../src/contract/follow-reference.ts';
import { findCallback } from '../../src/contract/read-delivery.ts';
import type { Break } from './break-operation.ts';
import { nameOf, nodeAt } from './edit-contract.ts';

/** Values: every schema that does not allow anything forbids at least one of them. */
const values = [null, 'another value', 7, true, [], {}];

/**
 * Returns ways to show a wrong value of a field of problems or events, or of a header of events; undefined for any other part.
 */
export function breakPart(contract: Contract, at: string): Break[] | undefined {
  const name = nameOf(at);
  const wrong = (schema: Schema): unknown =>
    values.find((value) => !compileSchema(inlineReferences(contract.document, schema))(value));
  if (at.startsWith('/components/schemas/Problem/properties/')) {
    const value = wrong(nodeAt(contract.document, at));
    return [
      {
        steps: () => ({
          reply: (reply) => void (reply.status >= 400 && Object.assign(reply.body as object, { [name]: value })),
        }),
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
            // If any text is right, a header is wrong only when it is missing.
            return { ...attempt, headers: text === undefined ? headers : { ...headers, [header]: text } };
          },
        },
      }),
    },
  ];
}
