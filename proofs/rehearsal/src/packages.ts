export const scope = '@payment-invoice';

/** The published packages, each after those that it needs. */
export const shortNames = ['contract', 'stubs', 'client', 'server', 'conformance'] as const;
export type ShortName = (typeof shortNames)[number];
