/** The version of this package. A packed package has the version of package.json, which a release raises. */
export const version: string = '0.0.0';
