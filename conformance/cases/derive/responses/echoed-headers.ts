import type { Case } from '../../../src/case/case.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  keyOf,
  operationById,
  ownOf,
  type Parameter,
  type ResponseHeader,
  type Schema,
} from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { textOf } from '../../../src/contract/formats.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { type Exchange, responseHeader } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { varyValue } from '../requests/vary-value.ts';

/**
 * Derives cases for each response header that repeats a parameter (`x-echoes`): various values come back unchanged, also in the
 * response to a request that is repeated with its key.
 */
export function deriveEchoedHeaders(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug, parameters } = operation;
  const hasKey = headerOf(operation, 'idempotency-key') !== undefined;
  return operation.headers.flatMap((header) => {
    const parameter = parameters.find(({ name }) => name === header.echoes);
    const requirement = ownOf(header.requirements);
    if (!parameter || !requirement) return [];
    const { name, pointer, feature } = header;
    const ask = async (subject: Subject, value: unknown, key?: string): Promise<Exchange> => {
      const spec = requestFor(operation, { ...(await bodyToTry(subject, operation)), [keyOf(parameter)]: value });
      return subject.send(withKey(spec, key));
    };
    const echoCase = (suffix: string, value: unknown, send: (subject: Subject) => Promise<Exchange>): Case => ({
      id: `${slug}/echo/header-${name.toLowerCase()}${suffix}`,
      title: `${name} of a ${suffix === '-replayed' ? 'repeated' : 'successful'} ${slug} is the ${parameter.name} that it received (${showValue(value)})`,
      requirement: requirement.id,
      operations: [slug],
      ...(feature !== undefined && { features: [feature] }),
      derived: true,
      async run({ subject }) {
        const exchange = await send(subject);
        const shown = exchange.answer && responseHeader(exchange.answer, name.toLowerCase());
        if (shown === String(value)) return [];
        const [expected, received] = [`${name}: ${value}`, `${name}: ${shown ?? 'absent'}`];
        return broken(contract, requirement.id, { member: name, pointer, expected, received, exchanges: [exchange] });
      },
    });
    const values = valuesOf(header, parameter);
    return [
      ...values.map(([suffix, value]) => echoCase(suffix, value, (subject) => ask(subject, value))),
      ...values.slice(0, hasKey ? 1 : 0).map(([, value]) =>
        echoCase('-replayed', value, async (subject) => {
          const key = crypto.randomUUID();
          await ask(subject, value, key);
          return ask(subject, value, key);
        }),
      ),
    ];
  });
}

/** Lists values that a header may carry, each with its name in the id of a case. */
function valuesOf({ schema: shown }: ResponseHeader, { schema, pointer }: Parameter): [suffix: string, value: unknown][] {
  const sample = sampleOf(schema, pointer);
  const all = [['', sample] as const, ...varyValue(schema, sample), ...longest(schema)];
  const [isTaken, isShown] = [compileSchema(schema), compileSchema(shown)];
  const isPlain = (value: unknown): boolean => /^[!-~]+( +[!-~]+)*$/.test(String(value));
  return all.flatMap(([suffix, value]) => (isPlain(value) && isTaken(value) && isShown(value) ? [[suffix, value]] : []));
}

const longest = (schema: Schema): [suffix: string, value: unknown][] =>
  typeof schema.maxLength === 'number' ? [['-longest', textOf(schema, schema.maxLength)]] : [];
