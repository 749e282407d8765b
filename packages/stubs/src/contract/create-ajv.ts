import { extensions } from '@payment-invoice/generated';
import type { Options } from 'ajv';
import { _, Ajv2020, type Code, type KeywordCxt, str } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * Makes a validator for OpenAPI 3.1 (JSON Schema 2020-12 with formats). It reports all errors, and refuses unknown formats and
 * keywords. `fast` checks formats less strictly, which is enough for values that this server has made.
 */
export function createAjv(options: Options = {}, formats: 'full' | 'fast' = 'full'): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // The contract's linter checks the schemas. Here, the check would also compile the meta-schema for every validator.
    validateSchema: false,
    meta: false,
    // If these options were on, nested schemas would have to repeat types and properties, which the contract states only once.
    strictTypes: false,
    strictRequired: false,
    ...options,
  });
  ajv.removeKeyword('multipleOf').addKeyword({
    ...{ keyword: 'multipleOf', type: 'number', schemaType: 'number' },
    validate: (step: number, value: number) => isMultiple(value, step),
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
  });
  for (const [keyword, isBroken] of [
    ['maxLength', (characters: Code, limit: Code) => _`${characters} > ${limit}`],
    ['minLength', (characters: Code, limit: Code) => _`${characters} < ${limit}`],
  ] as const)
    ajv.removeKeyword(keyword).addKeyword({
      ...{ keyword, type: 'string', schemaType: 'number', before: 'pattern' },
      code: (context: KeywordCxt) => {
        const { gen, data, schemaCode } = context;
        const limit = schemaCode as Code;
        context.fail(isBroken(_`${gen.scopeValue('func', { ref: countCharacters })}(${data}, ${limit})`, limit));
      },
      error: {
        message: ({ schemaCode }) =>
          str`must NOT have ${keyword === 'maxLength' ? 'more' : 'fewer'} than ${schemaCode} characters`,
        params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
      },
    });
  ajv.addVocabulary([...extensions, 'example', 'xml', 'externalDocs', 'discriminator']);
  // ajv-formats is a CommonJS package: to TypeScript its default import is the namespace, to Node.js it is the function.
  (addFormats as unknown as (ajv: Ajv2020, options: { mode: 'full' | 'fast' }) => void)(ajv, { mode: formats });
  const { uri } = ajv.formats;
  // The grammar of URIs allows an HTTP URL without a host, but a recipient must reject such a URL (RFC 9110, §4.2).
  if (typeof uri === 'function') ajv.addFormat('uri', (text: string) => uri(text) && !/^https?:(?!\/\/[^/?#:])/i.test(text));
  return ajv;
}

/** Counts the characters of a string up to `most`. Ajv's own keywords count the whole string once for each limit. */
function countCharacters(text: string, most: number): number {
  let count = 0;
  for (const _character of text) if (++count > most) break;
  return count;
}

/** Returns whether a number is a multiple of a step. Calculates with decimals: in binary, 0.15 / 0.05 is not whole. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const [one, other] = [value, step].map((number) => {
    const [digits = '', power] = number.toExponential().split('e');
    return { digits: BigInt(digits.replace('.', '')), power: Number(power) - (digits.split('.')[1]?.length ?? 0) };
  }) as [{ digits: bigint; power: number }, { digits: bigint; power: number }];
  const power = one.power - other.power;
  return power < 0
    ? one.digits % (other.digits * 10n ** BigInt(-power)) === 0n
    : (one.digits * 10n ** BigInt(power)) % other.digits === 0n;
}
