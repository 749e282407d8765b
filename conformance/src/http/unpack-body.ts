import * as zlib from 'node:zlib';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Content codings by their names (RFC 9110 §8.4.1, RFC 8878). Node.js has zstd from 22.15 on. */
const decoders = new Map<string, Decoder>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', zlib.inflateSync],
  ['br', zlib.brotliDecompressSync],
  ...((zlib.zstdDecompressSync as Decoder | undefined) ? [['zstd', zlib.zstdDecompressSync as Decoder] as const] : []),
]);

/** More than anybody uses: each coding more is another time that the body may grow. */
const codingsAtMost = 3;

/** Bytes of a body that are kept, packed and unpacked. */
export const readAtMost = 256 * 1024;

/**
 * Unpacks a body that was encoded with these codings, in the order of the values of Content-Encoding; with `unread`, the coding
 * that cannot be unpacked here. A body that is not what its codings say, or that grows too large, stays as it came.
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
