import { extensions } from '@payment-invoice/generated';
import type { Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * Makes a validator for OpenAPI 3.1: JSON Schema 2020-12 that checks formats and reports every error. It refuses to compile a
 * schema with an unknown format, or with a keyword of neither JSON Schema nor OpenAPI nor the contract. `fast` formats are
 * checked less closely, which is enough for values that this server made.
 */
export function createAjv(options: Options = {}, formats: 'full' | 'fast' = 'full'): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // The contract is linted where it is written. Here, every validator would compile the meta-schema again at each start.
    validateSchema: false,
    meta: false,
    // Schemas in the contract write `type` once; these two options would require it in each nested schema.
    strictTypes: false,
    strictRequired: false,
    // In binary floating point, 0.15 divided by 0.05 is not a whole number.
    multipleOfPrecision: 6,
    ...options,
  });
  ajv.addVocabulary([...extensions, 'example', 'xml', 'externalDocs', 'discriminator']);
  // The package is CommonJS. Its default export is the namespace to TypeScript, and the function to Node.js.
  (addFormats as unknown as (ajv: Ajv2020, options: { mode: 'full' | 'fast' }) => void)(ajv, { mode: formats });
  const { uri } = ajv.formats;
  // The grammar of URIs lets an HTTP URL have no host, but its recipient must reject it (RFC 9110, §4.2).
  if (typeof uri === 'function') ajv.addFormat('uri', (text: string) => uri(text) && !/^https?:(?!\/\/[^/?#:])/i.test(text));
  return ajv;
}
