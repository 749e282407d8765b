import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../errors/usage-error.ts';

/**
 * Parses a command line.
 * @param cure the end of each error message: a sentence about how to call the command
 * @throws UsageError whose message says what is wrong
 */
export function parseOptions<Config extends ParseArgsConfig>(config: Config, cure: string): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]?.replace(/\.$/, '')}. ${cure}`);
  }
}
