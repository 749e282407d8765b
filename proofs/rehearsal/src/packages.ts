export const scope = '@payment-invoice';

/** The published packages, each after those that it needs. */
export const shortNames = ['contract', 'stubs', 'kit', 'client', 'server', 'conformance'] as const;
export type ShortName = (typeof shortNames)[number];

/** Returns the folder of a package's room in the repository. */
export function roomOf(name: ShortName): string {
  if (name === 'contract') return 'openapi';
  return name === 'conformance' ? name : `packages/${name}`;
}
