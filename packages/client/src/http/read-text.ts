/** A response, as far as the client reads it. The global fetch, undici's and most others return one. */
export interface FetchResponse {
  status: number;
  headers: FetchHeaders;
  /** Read piece by piece, so that a response without end is given up; without it, `text` is read. */
  body?: FetchBody | null;
  text(): Promise<string>;
}

/** Headers, as the client reads them: other fetches have a class of their own. */
export interface FetchHeaders {
  get(name: string): string | null;
  forEach(each: (value: string, name: string) => void): void;
}

/** The body of a response. */
export interface FetchBody {
  getReader(): { read(): Promise<{ done?: boolean; value?: Uint8Array | undefined }> };
}

/** A response read to its end. */
export interface ReadResponse {
  url: string;
  status: number;
  headers: FetchHeaders;
  text: string;
  /** The token that was sent and parts of the body: masked wherever the response repeats them. */
  secrets: string[];
}

/** Reads the text of a response; undefined when it has more than `most` bytes, decompressed. The rest is the caller's to abort. */
export async function readText(response: FetchResponse, most: number): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) {
    const text = await response.text();
    return text.length > most ? undefined : text;
  }
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { value } = await reader.read();
    text += decoder.decode(value, { stream: !!value });
    if (!value) return text;
    size += value.length;
    if (size > most) return undefined;
  }
}
