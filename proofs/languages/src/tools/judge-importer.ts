import type { Place } from '../generators/generator.ts';
import { runCommand, toolEnvironment } from '../run/command.ts';
import type { Sandbox } from '../run/sandbox.ts';
import { type Check, check, send } from './tool.ts';

/** A request as an importer created it, with only the base URL and the token set by a person. */
interface Imported {
  method: string;
  /** The URL without its scheme and host. */
  path: string;
  /** The headers that the importer has enabled. */
  headers: Record<string, string>;
  body: string;
  /** True if the imported collection sends a bearer token. */
  bearer: boolean;
}

/** Runs `import.mjs`, which prints the requests that the importer created. Sends the createPayment request to the sandbox. */
export async function judgeImporter(place: Place, { url, token }: Sandbox, signal: AbortSignal): Promise<Check[]> {
  const argv = ['node', 'import.mjs', place.document];
  const { code, output } = await runCommand({ argv, cwd: place.folder, env: toolEnvironment(place.cache) }, 120, signal);
  const line = output.split('\n').find((one) => one.startsWith('[{'));
  const requests: Imported[] = line === undefined ? [] : JSON.parse(line);
  const create = requests.find(({ path }) => path.endsWith('/create'));
  const sendIt = async () => {
    if (create === undefined) throw new Error(`no request to create: ended with ${code}, ${output.slice(-200)}`);
    return send(url, create.path, create.body, { ...create.headers, authorization: `Bearer ${token}` });
  };
  return [
    await check('three requests', signal, async () => {
      const names = requests.map(({ method, path }) => `${method} ${path}`);
      if (names.length !== 3) throw new Error(`${names.length} requests: ${names.join(', ') || output.slice(-200)}`);
    }),
    await check('a bearer token', signal, async () => {
      if (!requests.every(({ bearer }) => bearer)) throw new Error('a request sends no token');
    }),
    await check('create as it was imported', signal, async () => {
      const { status, text } = await sendIt();
      if (status !== 200) throw new Error(`${create?.body} with ${JSON.stringify(create?.headers)}: ${status} ${text}`);
    }),
    await check('sent again, it is a second invoice', signal, async () => {
      const [first, second] = [await sendIt(), await sendIt()];
      if (first.json?.id === second.json?.id) throw new Error(`the same response, with ${JSON.stringify(create?.headers)}`);
    }),
  ];
}
