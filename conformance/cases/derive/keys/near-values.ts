import { isDeepStrictEqual } from 'node:util';
import { listAlternatives } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Operation, Schema } from '../../../src/contract/contract.ts';
import { othersLike } from '../../../src/contract/others-like.ts';
import { crossCheck } from '../../../src/contract/relations.ts';
import { requiredOf, sampleOf } from '../../../src/contract/sample-of.ts';
import type { UrlRule } from '../requests/refused-urls.ts';
import { echoesOf } from '../requests/sent-values.ts';
import { varyValue } from '../requests/vary-value.ts';

/** Lists the fields that are lists or objects, and optional fields that need other fields or may be shown in another spelling. */
export function joinedOf(operation: Operation): [name: string, schema: Schema][] {
  const { request, requestPointer } = operation;
  const fewest = requiredOf(request, requestPointer);
  const isLawful = crossCheck(request);
  const respelled = echoesOf(operation).flatMap(({ sent, ignoring }) => (ignoring.length > 0 ? [sent] : []));
  return Object.entries(request.properties ?? {}).filter(([name, schema]) => {
    const types = [schema.type].flat();
    if (types.includes('array') || types.includes('object') || listAlternatives(schema).length > 0) return true;
    if (Object.hasOwn(fewest, name)) return false;
    return respelled.includes(name) || !isLawful({ ...fewest, [name]: sampleOf(schema, name) });
  });
}

/** A URL, and others that are sent with the same key. The last four are the first URL in another spelling. */
const nearUrls = [
  'https://example.com/thanks%2fyou?order=1#top',
  'https://example.com/thanks%2fyou?order=1#end',
  'https://example.com/thanks%2fyou?order=2#top',
  'https://example.com/Thanks%2fyou?order=1#top',
  'https://example.com/thanks%2fyou/?order=1#top',
  'https://example.com/thanks%2Fyou?order=1#top',
  'https://example.com/thanks%2fyo%75?order=1#top',
  'https://example.com:443/thanks%2fyou?order=1#top',
  'https://Example.com/thanks%2fyou?order=1#top',
];

/** Returns `nearUrls`, without their fragments if the schema forbids fragments. URLs that are then equal are returned once. */
export function nearUrlsFor(schema: Schema): string[] {
  const isBare = (schema['x-url'] as UrlRule | undefined)?.fragment === false;
  return [...new Set(nearUrls.map((url) => (isBare ? url.replace(/#.*/, '') : url)))];
}

const mostOthers = 12;

/** Lists valid values that resemble a value of a field: they differ in one part, in letter case or in one character. */
export function nearValues(schema: Schema, sample: unknown): unknown[] {
  const isRight = compileSchema(schema);
  const turned = typeof sample === 'string' ? [sample.toUpperCase(), sample.toLowerCase()] : [];
  const all = [...turned, ...varyValue(schema, sample).map(([, value]) => value), ...othersLike(schema, sample, 1)];
  return all.filter((one) => !isDeepStrictEqual(one, sample) && isRight(one)).slice(0, mostOthers);
}
