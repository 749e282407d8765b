import { showMarks } from '../text/marks.ts';
import type { Schema } from './contract.ts';

const formats: Record<string, string> = {
  'date-time': 'an ISO 8601 date-time, with a T before the time',
  uri: 'an absolute URL',
};

/** Describes a schema in words, to be used as the expected value in a finding. */
export function describeSchema(schema: Schema): string {
  const types = [schema.type ?? []].flat();
  const nullable = types.includes('null');
  const parts = [types.filter((type) => type !== 'null').join(' or ') || 'any value'];
  if (schema.format) parts[0] += ` holding ${formats[schema.format] ?? schema.format}`;
  if (schema.const !== undefined) parts.push(`exactly ${JSON.stringify(schema.const)}`);
  if (schema.enum) parts.push(`one of ${schema.enum.join(', ')}`);
  if (schema.minLength === 1) parts.push('not empty');
  else if (schema.minLength !== undefined) parts.push(`at least ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  if (schema.minimum !== undefined) parts.push(`at least ${schema.minimum}`);
  if (schema.maximum !== undefined) parts.push(`at most ${schema.maximum}`);
  if (schema.pattern !== undefined) parts.push(`matching ${schema.pattern}`);
  return `${parts.join(', ')}${nullable ? ', or null' : ''}`;
}

/** Renders a value as JSON for a finding, shortened if it is long. Renders undefined as "absent". */
export function showValue(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = showMarks(JSON.stringify(value));
  const { length } = typeof value === 'string' ? value : text;
  return text.length > 160 ? `${text.slice(0, 160)}… (${length} characters)` : text;
}
