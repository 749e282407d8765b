/** The settings of this server, from its environment. An empty one counts as unset. */
export const port = Number(process.env.PORT || 8080);

/** Only this machine, until you say otherwise: 0.0.0.0 lets everyone in who reaches it. */
export const host = process.env.HOST || '127.0.0.1';

/** Returns the URL by which clients and payers reach this server; problem types and payment pages are URLs below it. */
export const publicBaseUrl = () => process.env.PUBLIC_BASE_URL || `http://localhost:${port}`;
