import type { Schema } from '../contract.ts';
import { exampleValues, locate, pointed } from '../follow-reference.ts';
import { styleOf } from '../read-parameters.ts';
import { sampleOf } from '../sample-of.ts';
import type { BodyPart } from './facts.ts';
import { giveExamples } from './give-examples.ts';
import { bareType, isJson } from './read-responses.ts';
import { shapeBody } from './shape-body.ts';

/** The body of an operation's requests, as the document describes it. */
export interface Body {
  request: Schema;
  requestPointer: string;
  mediaType: string;
  parts: Map<string, BodyPart>;
  bodyName?: string;
  examples: unknown[];
  isRequired: boolean;
  /** True if the suite sends no body: the operation has none, only unsupported types, or an optional form without fields. */
  isAbsent?: boolean;
  /** True if the document says explicitly that the body is optional. Otherwise, the server may require it. */
  isOptional?: boolean;
  untried?: string;
  /** The same body in the other media types that the suite can serialize. */
  others: Body[];
}

const form = 'application/x-www-form-urlencoded';

/** Returns whether a body of this type is sent as plain text or bytes. Excludes XML, which the suite would have to serialize. */
const isRaw = (type: string): boolean => !/xml|multipart|www-form|json|yaml/i.test(type) || /svg/i.test(type);

/** Predicates for the media types that the suite can send. The types that documents describe best come first. */
const ways: ((type: string) => boolean)[] = [
  isJson,
  (type) => type === '*/*',
  (type) => type.startsWith(form),
  (type) => type.startsWith('multipart/form-data'),
  isRaw,
];

/** Maximum number of further media types that are tested for one body. */
const mostOthers = 4;

/** Reads the body of an operation in each media type that the suite can serialize. */
export function readBody(
  document: Schema,
  start: unknown,
  startPointer: string,
  leave: (pointer: string, reason: string) => void,
): Body {
  const noBody: Body = {
    ...{ request: {}, requestPointer: startPointer, mediaType: 'application/json', parts: new Map() },
    ...{ examples: [], isRequired: false, isAbsent: true, others: [] },
  };
  if (typeof start !== 'object' || start === null) return noBody;
  const { schema: holder, pointer } = locate(document, start as Schema, startPointer);
  const content = Object.entries((holder.content ?? {}) as Record<string, Schema>);
  const { required }: Readonly<Record<string, unknown>> = holder;
  const isRequired = required === true;
  const [first, ...rest] = ways.flatMap((isWay) =>
    content.filter(([type, { schema }]) => isWay(type) && (isWay !== isRaw || isText(document, schema as Schema))),
  );
  if (first === undefined) {
    const types = content.map(([type]) => type).join(', ') || 'no media type';
    return { ...noBody, ...(isRequired && { untried: `its body is ${types}, which the suite does not write` }) };
  }
  const made = readMedia(document, pointer, first, isRequired, leave) ?? noBody;
  const others = rest
    .filter(([type]) => !type.includes('*'))
    .slice(0, mostOthers)
    .flatMap((one) => readMedia(document, pointer, one, isRequired, leave) ?? [])
    .filter((one) => one.untried === undefined);
  const sent = [first[0], ...others.map(({ mediaType }) => mediaType)];
  const unsent = content.map(([type]) => type).filter((type) => !sent.includes(type));
  if (unsent.length > 0) leave(`${pointer}/content`, `the body is sent as ${sent.join(', ')}, and not as ${unsent.join(', ')}`);
  return { ...made, others, isOptional: required === false };
}

/** Reads the body of an operation in one media type. Returns undefined if it is an optional form without fields. */
function readMedia(
  document: Schema,
  pointer: string,
  [mediaType, media]: [string, Schema],
  isRequired: boolean,
  leave: (pointer: string, reason: string) => void,
): Body | undefined {
  const at = `${pointer}/content/${pointed(mediaType)}/schema`;
  const { schema: whole, untried } = shapeBody(document, media.schema ?? {});
  for (const reason of untried) leave(at, reason);
  const parts = new Map<string, BodyPart>();
  const shaped = isJson(mediaType) || mediaType === '*/*' ? whole : asParts(whole, mediaType, media, parts);
  giveExamples(shaped, at);
  const beside = [media.example, ...exampleValues(document, media)];
  const stated = [...beside, ...((shaped.examples ?? []) as unknown[])].filter((one) => one !== undefined);
  const isBytes = shaped.properties === undefined && parts.get('body')?.isFile;
  const examples = isBytes ? (shaped.examples as unknown[]) : stated.map((one) => withFiles(one, shaped, parts));
  const sent = mediaType === '*/*' ? 'application/json' : mediaType.includes('*') ? parts.get('body')?.type : mediaType;
  const about = { requestPointer: at, mediaType: sent ?? mediaType, parts, examples, isRequired, others: [] };
  const isObject = shaped.properties !== undefined && Object.keys(shaped.properties).length > 0;
  const request: Schema = isObject
    ? { ...shaped, properties: { ...shaped.properties } }
    : { type: 'object', properties: { body: { ...shaped } }, required: isRequired ? ['body'] : [] };
  const made = { ...about, request, ...(!isObject && { bodyName: 'body' }) };
  if (!isObject && /www-form|multipart/i.test(mediaType))
    return isRequired ? { ...made, untried: 'its form has no fields' } : undefined;
  for (const [name, property] of Object.entries(request.properties ?? {})) {
    try {
      sampleOf(property, `${at}/properties/${pointed(name)}`);
    } catch (error) {
      const reason = `${name} has no value: ${(error as Error).message.replace(/\.$/, '')}`;
      if (request.required?.includes(name) && examples.length === 0) return { ...made, untried: reason };
      leave(`${at}/properties/${pointed(name)}`, reason);
      if (!request.required?.includes(name)) delete (request.properties as Record<string, Schema>)[name];
    }
  }
  return made;
}

/** Returns whether the schema of a body allows a string. */
function isText(document: Schema, schema: Schema = {}): boolean {
  const { type = 'string', properties, allOf, anyOf, oneOf } = locate(document, schema, '').schema;
  return [type].flat().includes('string') && [properties, allOf, anyOf, oneOf].every((part) => part === undefined);
}

/**
 * Reads how each property of a form or multipart body is serialized. A property that is a file gets bytes of its type as an
 * example. The keywords about strings are removed from it, because they do not apply to files.
 */
function asParts(shaped: Schema, mediaType: string, { encoding = {} }: Schema, parts: Map<string, BodyPart>): Schema {
  const stated = encoding as Record<string, { contentType?: string; style?: string; explode?: boolean } | undefined>;
  const isMultipart = mediaType.startsWith('multipart');
  const fileFor = (name: string, { contentMediaType }: Schema, type = contentMediaType): Schema => {
    const file = sampleFile(type as string | undefined);
    parts.set(name, { type: file.type, isFile: true });
    return { examples: [file.bytes] };
  };
  if (!isMultipart && !mediaType.startsWith(form))
    return /^text\/plain/i.test(mediaType) ? shaped : fileFor('body', {}, mediaType);
  const properties = Object.entries(shaped.properties ?? {}).map(([name, property]): [string, Schema] => {
    const { contentType, style, explode } = stated[name] ?? {};
    const items = property.items as Schema | undefined;
    if (isMultipart && isFile(property) && property.type !== undefined) return [name, fileFor(name, property, contentType)];
    if (isMultipart && items && isFile(items) && items.type !== undefined)
      return [name, { ...property, items: fileFor(name, items, contentType) }];
    if (isMultipart && contentType !== undefined) parts.set(name, { type: contentType.split(',')[0]?.trim() ?? '' });
    if (!isMultipart && (style !== undefined || explode !== undefined))
      parts.set(name, styleOf({ name, in: 'query', style, explode }));
    return [name, property];
  });
  return properties.length === 0 ? shaped : { ...shaped, properties: Object.fromEntries(properties) };
}

/** Replaces files in an example with actual bytes, which a document cannot contain. */
function withFiles(example: unknown, { properties = {} }: Schema, parts: ReadonlyMap<string, BodyPart>): unknown {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const property = properties[name];
      return parts.get(name)?.isFile && property ? [name, sampleOf(property, name)] : [name, value];
    }),
  );
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

const png = fromBase64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==');

/** Minimal files of common types, as strings with one character for each byte. */
const files: Readonly<Record<string, string>> = {
  'image/png': png,
  'image/gif': fromBase64('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='),
  'image/jpeg': fromBase64(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////' +
      'wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  ),
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  'text/plain': 'A sample.\n',
  'text/csv': 'a,b\n1,2\n',
  'text/html': '<!doctype html><title>A sample</title>\n',
  'text/markdown': '# A sample\n',
  'application/json': '{}',
  'application/zip': `PK\u0005\u0006${'\0'.repeat(18)}`,
  'application/pdf':
    '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
};

/** Returns a file of the first known type in a list of media types and ranges. If none is known, returns arbitrary bytes. */
function sampleFile(types = ''): { type: string; bytes: string } {
  const named = types.split(',').map((type) => bareType(type));
  const known = named.flatMap((type) =>
    Object.keys(files).filter((one) => one === type || (type.endsWith('/*') && one.startsWith(type.slice(0, -1)))),
  );
  const [type = named.find((one) => one !== '' && !one.includes('*')) ?? 'application/octet-stream'] = known;
  return { type, bytes: files[type] ?? png };
}

/** Returns whether a schema describes bytes: in 3.0 by `format: binary`, in 3.1 by a media type without a text encoding. */
function isFile({ type = 'string', format, contentMediaType, contentEncoding }: Schema): boolean {
  if (![type].flat().includes('string')) return false;
  if (format === 'binary' || contentEncoding === 'binary') return true;
  return typeof contentMediaType === 'string' && contentEncoding === undefined;
}
