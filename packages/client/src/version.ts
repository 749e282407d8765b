/**
 * The version of this package. In a packed package, it is replaced with the version of package.json, which a release increases.
 */
export const version: string = '0.0.0';
