import { extensions } from '@payment-invoice/generated';
import type { Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * Makes the validator that OpenAPI 3.1 means: JSON Schema 2020-12 with formats checked and every error reported.
 * A schema with an unknown format cannot be compiled, nor one with a keyword that belongs neither to JSON Schema nor to OpenAPI nor to
 * the contract.
 * `fast` formats are checked less closely, which is enough for values that this server made.
 */
export function createAjv(options: Options = {}, formats: 'full' | 'fast' = 'full'): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // The contract is linted where it is written. Here, every validator would compile the meta-schema at each start.
    validateSchema: false,
    meta: false,
    // Schemas write `type` once; these two options would require it in each schema inside.
    strictTypes: false,
    strictRequired: false,
    // In binary 0.15 divided by 0.05 is no whole number.
    multipleOfPrecision: 6,
    ...options,
  });
  ajv.addVocabulary([...extensions, 'example', 'xml', 'externalDocs', 'discriminator']);
  // The package is CommonJS: its default export is the namespace to TypeScript and the function to Node.
  (addFormats as unknown as (ajv: Ajv2020, options: { mode: 'full' | 'fast' }) => void)(ajv, { mode: formats });
  const { uri } = ajv.formats;
  // By its grammar an address of the web may have no host; whoever gets one refuses it (RFC 9110, §4.2).
  if (typeof uri === 'function') ajv.addFormat('uri', (text: string) => uri(text) && !/^https?:(?!\/\/[^/?#:])/i.test(text));
  return ajv;
}
