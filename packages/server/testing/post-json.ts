// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, and compared whole
export type Json = any;

/** A JSON response. */
export interface JsonResponse {
  status: number;
  headers: Headers;
  json: Json;
}

/** Posts JSON with a token. */
export async function postJson(
  url: string,
  token: string,
  body: unknown,
  more: Record<string, string> = {},
): Promise<JsonResponse> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, json: await response.json() };
}
