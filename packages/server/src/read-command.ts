import { parseArgs } from 'node:util';
import { readCallbackKey } from './callbacks/read-callback-key.ts';
import { UsageError } from './usage-error.ts';

/** What was asked on the command line and in the environment. */
export interface Command {
  readonly help: boolean;
  readonly json: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** Undefined: the sandbox's own. */
  readonly callbackKey: Buffer | undefined;
}

/**
 * @throws UsageError when an option is unknown or PORT is no port
 * @throws StartError when CALLBACK_KEY is no key
 */
export function readCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { json = false, help = false } = readOptions(args);
  const port = env.PORT?.trim() || '8080';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(
      `PORT is ${JSON.stringify(env.PORT)}, which is no port: set it to a number from 0 to 65535 (0 takes any free one).`,
    );
  }
  const host = env.HOST?.trim() || '127.0.0.1';
  const callbackKey = env.CALLBACK_KEY === undefined ? undefined : readCallbackKey(env.CALLBACK_KEY);
  return { help, json, host, port: Number(port), dataDir: env.DATA_DIR || '.data', callbackKey };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}. Run with --help for what there is.`);
  }
}
