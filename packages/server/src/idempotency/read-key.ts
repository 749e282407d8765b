/** Reads the key in the header Idempotency-Key, which may stand in double quotes. The contract's pattern has checked it. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header);
}
