/** The settings of this server, from environment variables. An empty variable counts as unset. */
export const port = Number(process.env.PORT || 8080);

/** By default only this machine can connect. 0.0.0.0 accepts connections from everywhere. */
export const host = process.env.HOST || '127.0.0.1';

/** Returns the URL at which clients and payers reach this server. Problem types and payment pages are URLs below it. */
export const publicBaseUrl = () => process.env.PUBLIC_BASE_URL || `http://localhost:${port}`;
