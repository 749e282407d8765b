/** The version of this package. What is packed has that of package.json, which a release raises. */
export const version: string = '0.0.0';
