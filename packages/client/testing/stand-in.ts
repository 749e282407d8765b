/** A second implementation of the parts of openapi-fetch that this package uses. Tests replace openapi-fetch with it. */
interface Init {
  body?: unknown;
  headers?: Record<string, string | null | undefined>;
  params?: {
    header?: Record<string, string | undefined>;
    path?: Record<string, string>;
    query?: Record<string, string | number | (string | number)[] | undefined>;
  };
  fetch(url: string, init: { method: string; headers: Headers; body?: string | undefined }): Promise<unknown>;
}

/** Makes a client with a function for each HTTP method. */
export default function createStandIn({ baseUrl }: { baseUrl: string }) {
  const call =
    (method: string) =>
    async (path: string, { body, headers, params = {}, fetch }: Init) => {
      const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params.path?.[name] ?? ''));
      const query = Object.entries(params.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [value].flat().map((each) => `${name}=${encodeURIComponent(each)}`),
      );
      const fields = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
      for (const [name, value] of Object.entries({ ...headers, ...params.header })) {
        if (typeof value === 'string') fields.set(name, value);
      }
      const url = `${baseUrl}${place}${query.length > 0 ? `?${query.join('&')}` : ''}`;
      const text = body === undefined ? undefined : JSON.stringify(body);
      return { response: await fetch(url, { method, headers: fields, body: text }) };
    };
  return { GET: call('GET'), PUT: call('PUT'), POST: call('POST'), DELETE: call('DELETE'), PATCH: call('PATCH') };
}
