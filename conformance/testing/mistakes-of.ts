import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(join(import.meta.dirname, '../report.schema.json'), 'utf8')));

/** Lists how a report.json violates its schema. */
export function mistakesOf(report: unknown): unknown[] {
  validate(report);
  return validate.errors ?? [];
}
