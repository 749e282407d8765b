/** The members of a response that the client uses. Most implementations of fetch provide them. */
export interface FetchResponse {
  status: number;
  headers: FetchHeaders;
  /** The body, read piece by piece, so that the client can stop an endless response. When absent, `text` is called. */
  body?: FetchBody | null;
  text(): Promise<string>;
}

/** The methods of a response's headers that the client uses. Not every implementation of fetch uses the class Headers. */
export interface FetchHeaders {
  get(name: string): string | null;
  forEach(each: (value: string, name: string) => void): void;
}

/** The body of a response. */
export interface FetchBody {
  getReader(): { read(): Promise<{ done?: boolean; value?: Uint8Array | undefined }> };
}

/** Returns a string with every secret masked. */
export type Mask = (text: string) => string;

/** A response whose body has been read completely. */
export interface ReadResponse {
  url: string;
  status: number;
  headers: FetchHeaders;
  text: string;
  /** Masks the token that was sent, and parts of the request's body, wherever the response repeats them. */
  mask: Mask;
}

/** Reads a response's text; undefined when it has more than `most` bytes after decompression. The caller then aborts the rest. */
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
