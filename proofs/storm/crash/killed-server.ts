import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../../../packages/server/testing/process/start-child.ts';
import { type Json, postJson } from '../../../packages/server/testing/start-test-server.ts';

/** A server that is killed at random moments and restarted in the same place. */
export interface KilledServer {
  callbackSecret: string;
  kills: number;
  /** True as long as the server is going to be killed again. */
  isKilled: boolean;
  /**
   * Sends the request until there is a response, however often the server is killed meanwhile.
   * @throws Error when the response is not 200, or when the server does not restart
   */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Json>;
  /** Stops killing the server. Resolves once any restart in progress is over and the server is running. */
  spare(): Promise<void>;
  end(): Promise<void>;
}

/** The number of times to kill a server, and a function that is called each time. */
export interface Kills {
  kills: number;
  onKill?(done: number, all: number): void;
}

/** Starts a server and kills it `kills` times, each time after 100 to 1500 milliseconds. */
export async function startKilledServer(dataDir: string, { kills, onKill }: Kills, random: () => number): Promise<KilledServer> {
  const start = (port: string) => startChild(join(import.meta.dirname, 'subject.ts'), [dataDir, port]);
  let child: Child = await start('0');
  const { baseUrl, token, callbackSecret } = JSON.parse(child.line);
  const { port } = new URL(baseUrl);
  let killed = 0;
  let spared = false;
  let failure: unknown;
  const killing = (async () => {
    while (killed < kills && !spared) {
      await sleep(100 + random() * 1400);
      if (spared) break;
      await child.end('SIGKILL');
      killed += 1;
      onKill?.(killed, kills);
      child = await start(port);
    }
  })();
  // Keeps the error. The next call of `post` or `spare` throws it.
  killing.catch((error) => {
    failure = error;
  });

  const post: KilledServer['post'] = async (path, body, headers = {}) => {
    for (;;) {
      if (failure) throw failure;
      try {
        const { status, json } = await postJson(baseUrl + path, token, body, headers);
        if (status !== 200) throw new RangeError(`${path} had the response ${status}: ${JSON.stringify(json)}`);
        return json;
      } catch (error) {
        // A RangeError is about a response. Any other error means that the server was killed, so the same request is sent again.
        if (error instanceof RangeError) throw error;
        await sleep(20);
      }
    }
  };
  return {
    callbackSecret,
    get kills() {
      return killed;
    },
    get isKilled() {
      return killed < kills && !spared;
    },
    post,
    spare: async () => {
      spared = true;
      await killing;
    },
    end: async () => {
      spared = true;
      await killing.catch(() => undefined);
      await child.end();
    },
  };
}

/**
 * Prints the progress of a crash test. On a terminal it overwrites one line; elsewhere it prints a line every tenth
 * time.
 */
export function tellKill(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kkilled ${done} of ${all} times${done === all ? '\n' : ''}`);
  else if (done % 10 === 0) process.stderr.write(`killed ${done} of ${all} times\n`);
}
