import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A page of the docs in memory, both plain and compressed. */
export interface DocsPage {
  plain: Buffer;
  packed: Buffer;
  /** A hash of the content. */
  hash: string;
}

/**
 * Makes a reader for a page of several megabytes. It reads and compresses the file once, and again only when its time or length
 * has changed, so that all requests share the bytes. `adapt` adapts the text to this server.
 */
export function createDocsReader(file: string, adapt: (text: string) => string = (text) => text): () => Promise<DocsPage> {
  let known = '';
  let page: Promise<DocsPage> | undefined;
  return async () => {
    const { mtimeMs, size } = await stat(file);
    const found = `${mtimeMs} ${size}`;
    if (!page || found !== known) {
      known = found;
      const reading = readPage(file, adapt);
      page = reading;
      // A failure is not kept, so the next request tries again.
      reading.catch(() => {
        if (page === reading) page = undefined;
      });
    }
    return page;
  };
}

async function readPage(file: string, adapt: (text: string) => string): Promise<DocsPage> {
  const plain = Buffer.from(adapt(await readFile(file, 'utf8')));
  return { plain, packed: await promisify(gzip)(plain), hash: hash('sha256', plain).slice(0, 16) };
}
