/** The version of this package. Packing replaces it with the version in package.json, which each release increases. */
export const version: string = '0.0.0';
