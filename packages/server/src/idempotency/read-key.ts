/** The key that the header Idempotency-Key states: in double quotes it is the same as bare. The contract's pattern has checked it. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  return header === undefined ? undefined : (/^"(.+)"$/.exec(header)?.[1] ?? header);
}
