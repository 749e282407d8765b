import * as zlib from 'node:zlib';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Decoders of content codings, by name (RFC 9110 §8.4.1, RFC 8878). Node.js has supported zstd since 22.15. */
const decoders = new Map<string, Decoder>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
  ...((zlib.zstdDecompressSync as Decoder | undefined) ? [['zstd', zlib.zstdDecompressSync as Decoder] as const] : []),
]);

/** Maximum number of content codings that are decoded. Nobody uses more, and each one may multiply the size of the body. */
const codingsAtMost = 3;

/** Maximum number of bytes of a body that are stored, before and after decoding. */
export const readAtMost = 256 * 1024;

/**
 * Decodes a body with the content codings of Content-Encoding. If decoding fails or the body becomes too large, returns the body
 * as it was received. `unread` is the name of a coding that the suite cannot decode.
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
