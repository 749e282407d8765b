import * as zlib from 'node:zlib';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Decoders of content codings by name (RFC 9110 §8.4.1, RFC 8878). Node.js has zstd from 22.15 on. */
const decoders = new Map<string, Decoder>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
  ...((zlib.zstdDecompressSync as Decoder | undefined) ? [['zstd', zlib.zstdDecompressSync as Decoder] as const] : []),
]);

/** Highest number of codings that are unpacked. Nobody uses more, and each may multiply the size of the body. */
const codingsAtMost = 3;

/** Maximum number of bytes of a body that are kept, both packed and unpacked. */
export const readAtMost = 256 * 1024;

/**
 * Unpacks a body with these codings, in the order of Content-Encoding; `unread` names one that the suite cannot unpack. A body
 * that does not match its codings, or grows too large, is returned as it came.
 */
export function unpackBody(bytes: Buffer, values: readonly string[]): { bytes: Buffer; unread?: string; isTooLarge?: true } {
  const names = values.flatMap((value) => value.toLowerCase().split(',')).map((name) => name.trim());
  const codings = names.filter((name) => name !== '' && name !== 'identity').reverse();
  if (bytes.length === 0 || codings.length === 0) return { bytes };
  const unread = codings.length > codingsAtMost ? codings.join(', ') : codings.find((name) => !decoders.has(name));
  if (unread !== undefined) return { bytes, unread: unread.slice(0, 60) };
  let unpacked = bytes;
  try {
    for (const name of codings) unpacked = decoders.get(name)?.(unpacked, { maxOutputLength: readAtMost }) ?? unpacked;
    return { bytes: unpacked };
  } catch (error) {
    return { bytes, ...((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' && { isTooLarge: true }) };
  }
}
