import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A worker running in workerd. */
export interface Worker {
  url: string;
  stop(): Promise<void>;
}

/** Starts workerd with one worker, whose module is `worker.mjs` in `folder`. The worker may send requests to this machine. */
export async function startWorker(
  binary: string,
  folder: string,
  baseUrl: string,
  write: (file: string, text: string) => string,
): Promise<Worker> {
  const config = write(
    'worker.capnp',
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .main), (name = "internet", network = (allow = ["private", "public", "local"])) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ]
);
const main :Workerd.Worker = (
  modules = [ (name = "worker.mjs", esModule = embed "worker.mjs") ],
  compatibilityDate = "2026-01-01",
  bindings = [ (name = "BASE_URL", text = "${baseUrl}") ]
);
`,
  );
  const child: ChildProcess = spawn(binary, ['serve', config, '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit');
  const control = child.stdio[3] as NodeJS.ReadableStream;
  const port = await Promise.race([
    once(control, 'data').then(([line]) => /"port":(\d+)/.exec(String(line))?.[1]),
    ended.then(() => undefined),
  ]);
  if (!port) throw new Error(`workerd did not start: ${said}`);
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
