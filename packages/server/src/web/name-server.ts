import { loadContract } from '@payment-invoice/stubs';

/** The server that the docs name. */
export interface DocsPlace {
  /** Returns the base URL, once it is known. */
  baseUrl: () => string;
  isSandbox: boolean;
}

/** The server that the contract names, a sandbox on the reader's own machine. */
const written = loadContract().servers[0];

/** Replaces, in a document, the server that the contract names by this one. */
export function nameServerIn(text: string, { baseUrl, isSandbox }: DocsPlace): string {
  if (!written) return text;
  return text.replaceAll(written.description, isSandbox ? 'This sandbox' : 'This server').replaceAll(written.url, baseUrl());
}

/** Puts this server into the page of the docs, so that its "Try it" sends requests here. */
export function nameServerInPage(page: string, place: DocsPlace): string {
  const served = `data-served-by="${escapeAttribute(place.baseUrl())}"${place.isSandbox ? ' data-sandbox' : ''}`;
  return nameServerIn(page, place).replace('<html lang="en"', () => `<html lang="en" ${served}`);
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
