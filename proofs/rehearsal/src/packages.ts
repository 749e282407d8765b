export const scope = '@payment-invoice';

/** The published packages. Each comes after those that it depends on. */
export const shortNames = ['contract', 'stubs', 'kit', 'client', 'server', 'conformance'] as const;
export type ShortName = (typeof shortNames)[number];

/** Returns a package's folder in the repository. */
export function roomOf(name: ShortName): string {
  if (name === 'contract') return 'openapi';
  return name === 'conformance' ? name : `packages/${name}`;
}
