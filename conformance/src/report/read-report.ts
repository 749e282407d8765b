import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { readBeside } from '../text/find-package.ts';
import type { Report } from './report.ts';

/** Maximum size of a report.json in bytes. The largest one that a run has written was forty times smaller. */
const readAtMost = 128 * 1024 * 1024;

let validate: ValidateFunction | undefined;

/** Reads and validates the report.json at a path or in a folder. @throws Error with a sentence that says what is wrong */
export function readReport(path: string): Report {
  const stated = statSync(path);
  const file = stated.isDirectory() ? join(path, 'report.json') : path;
  const { size } = statSync(file);
  if (size > readAtMost) throw new Error(`it has ${Math.round(size / 1024 / 1024)} MB, but a report.json has only a few.`);
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  validate ??= compile();
  if (validate(value)) return value as Report;
  const [first] = validate.errors ?? [];
  throw new Error(`it is not a report.json of version 1: ${first?.instancePath || 'its top level'} ${first?.message}.`);
}

function compile(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  return ajv.compile(JSON.parse(readBeside('report.schema.json')));
}
