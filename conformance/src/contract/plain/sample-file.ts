import type { Schema } from '../contract.ts';

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

const png = fromBase64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==');

/** The smallest files of the types that documents name most, with one character for each byte. */
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

/** A file with the media type that it is sent as. */
export interface SampleFile {
  type: string;
  /** One character for each byte. */
  bytes: string;
}

/**
 * Returns a file of one of these media types, which may be ranges: the first that is known. For an unknown type, returns
 * arbitrary bytes.
 */
export function sampleFile(types = ''): SampleFile {
  const named = types.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '');
  const known = named.flatMap((type) =>
    Object.keys(files).filter((one) => one === type || (type.endsWith('/*') && one.startsWith(type.slice(0, -1)))),
  );
  const [type = named.find((one) => one !== '' && !one.includes('*')) ?? 'application/octet-stream'] = known;
  return { type, bytes: files[type] ?? png };
}

/** Returns whether a schema stands for bytes: in 3.0 by `format: binary`, in 3.1 by a media type that is not encoded as text. */
export function isFile({ type = 'string', format, contentMediaType, contentEncoding }: Schema): boolean {
  if (![type].flat().includes('string')) return false;
  if (format === 'binary' || contentEncoding === 'binary') return true;
  return typeof contentMediaType === 'string' && contentEncoding === undefined;
}
