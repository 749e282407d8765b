/** The version of this package; a test compares it with package.json, and `npm run version` writes it. */
export const version = '0.1.0';
