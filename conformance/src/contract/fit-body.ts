import { attempt } from '../text/attempt.ts';
import type { Schema } from './contract.ts';
import { objectIn } from './follow-path.ts';
import { isObject } from './follow-reference.ts';
import { sampleOf } from './sample-of.ts';

/** A keyword that the suite adds to a schema. It lists the lowered limits or, in a whole body's schema, describes them. */
export const beyondKeyword = 'x-beyond-body-limit';

/** Bytes that are kept free for other changes that a case makes to a body with the longest value. */
const slack = 512;

/** Lowers each limit that cannot be reached because the body would then exceed `x-body-limit`. */
export function fitBody(request: Schema, bodyLimit: number): Schema {
  const beyond: string[] = [];
  const { properties = {} } = request;
  const whole = bytesOf({ type: 'object', properties, required: Object.keys(properties) });
  const free = bodyLimit - whole - slack;
  const lower = (schema: Schema, name: string): Schema => {
    const { maxLength, maxItems, maxProperties, items, properties: named, additionalProperties: others } = schema as Limited;
    const inner = {
      ...(isObject(items) && { items: lower(items, `${name}[]`) }),
      ...(isObject(others) && { additionalProperties: lower(others, `${name}.*`) }),
      ...(named && {
        properties: Object.fromEntries(Object.entries(named).map(([key, part]) => [key, lower(part, `${name}.${key}`)])),
      }),
    };
    const limits: [keyword: 'maxLength' | 'maxItems' | 'maxProperties', stated: number | undefined, each: number][] = [
      ['maxLength', schema.enum ? undefined : maxLength, 1],
      ['maxItems', maxItems, bytesOf(isObject(items) ? objectIn(items).schema : {}) + 16],
      ['maxProperties', isObject(others) ? maxProperties : undefined, bytesOf(isObject(others) ? others : {}) + 24],
    ];
    const lowered = limits.flatMap(([keyword, stated, each]) => {
      if (stated === undefined || (stated + 1) * each <= free) return [];
      const sent = Math.min(stated, Math.max(1, Math.floor(free / each)));
      beyond.push(
        `${keyword} of ${name} is ${stated}, which a body of ${bodyLimit} bytes cannot exceed: at most ${sent} are sent.`,
      );
      return [[keyword, sent] as const];
    });
    if (lowered.length === 0) return Object.keys(inner).length === 0 ? schema : { ...schema, ...inner };
    return { ...schema, ...inner, ...Object.fromEntries(lowered), [beyondKeyword]: lowered.map(([keyword]) => keyword) };
  };
  const lowered = Object.entries(properties).map(([name, schema]) => [name, lower(schema, name)]);
  return { ...request, properties: Object.fromEntries(lowered), ...(beyond.length > 0 && { [beyondKeyword]: beyond }) };
}

type Limited = Schema & { maxLength?: number; maxItems?: number; maxProperties?: number; items?: unknown };

/** Returns the size in bytes of a sample of a schema, or 0 if no sample can be made. */
const bytesOf = (schema: Schema): number => Buffer.byteLength(attempt(() => JSON.stringify(sampleOf(schema, ''))) ?? '');
