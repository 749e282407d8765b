/** The version of this package. Packing replaces it with the version of package.json, which a release increases. */
export const version: string = '0.0.0';
