import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../errors/usage-error.ts';

/**
 * Parses a command line.
 * @throws UsageError with what is wrong, followed by `cure`, a sentence on how to call the command
 */
export function parseOptions<Config extends ParseArgsConfig>(config: Config, cure: string): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}. ${cure}`);
  }
}
