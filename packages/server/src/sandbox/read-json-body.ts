import { bodyLimit } from '@payment-invoice/generated';
import { ProblemError } from '@payment-invoice/stubs';
import type { Context, Middleware } from 'koa';

/** The JSON object in the body of a request, not yet checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

// Whatever the type says: a body that is too long is refused as that, before its type is looked at.
const makeParser = async (): Promise<Middleware> => {
  // Late, as for forms.
  const { bodyParser } = await import('@koa/bodyparser');
  return bodyParser({ detectJSON: () => true, jsonStrict: false, jsonLimit: bodyLimit });
};
let parser: Promise<Middleware> | undefined;

/**
 * Reads the JSON object that is sent to one of the sandbox's own paths, and refuses what the API refuses.
 * @throws ProblemError payload_too_large, unsupported_media_type, malformed_json, or validation_failed when it is no object
 */
export async function readJsonBody(ctx: Context): Promise<JsonObject> {
  const tooLarge = new ProblemError('payload_too_large', `The body is larger than ${bodyLimit} bytes. Send a smaller one.`);
  if ((ctx.request.length ?? 0) > bodyLimit) throw tooLarge;
  // The parser would unpack it.
  if (ctx.get('Content-Encoding') !== '') throw unsupported('The body has a Content-Encoding. Send it as it is.');
  parser ??= makeParser();
  const parse = await parser;
  const failure: { status?: number } | undefined = await parse(ctx, async () => undefined).catch(
    (error: { status?: number }) => error,
  );
  if (failure?.status === 413) throw tooLarge;
  if (!isJson(ctx)) throw unsupported('The Content-Type is not JSON. Send `Content-Type: application/json`, in UTF-8.');
  // Not kept as the cause: the parser's error holds the body.
  if (failure?.status === 400) throw new ProblemError('malformed_json', 'The body is not JSON.');
  if (failure) throw failure;
  const { body } = ctx.request;
  if (body === '') throw new ProblemError('malformed_json', 'The body is empty. Send a JSON object.');
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as JsonObject;
  throw new ProblemError('validation_failed', 'The body must be a JSON object.', {
    errors: [{ pointer: '', code: 'type', detail: 'The body must be an object.' }],
  });
}

function isJson({ req }: Context): boolean {
  const [type = '', ...more] = req.headersDistinct['content-type'] ?? [];
  return more.length === 0 && /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?$/i.test(type.trim());
}

function unsupported(detail: string): ProblemError {
  return new ProblemError('unsupported_media_type', detail);
}
