import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/**
 * Reads arguments. An option that is given twice is refused unless it is repeatable, because it is unclear which value was meant.
 * @param help the option that lists all options, for messages
 * @throws UsageError where an argument is wrong
 */
export function readArguments<const Config extends ParseArgsConfig & { tokens: true }>(config: Config, help: string) {
  const parsed = parse(config, help);
  const { options = {} } = config;
  const { tokens = [] } = parsed;
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = given.find((name, index) => given.indexOf(name) !== index && !options[name]?.multiple);
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
  return parsed;
}

function parse<const Config extends ParseArgsConfig & { tokens: true }>(config: Config, help: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    // The first sentence of Node's message says what is wrong.
    const said = (error as Error).message.split(/[.?](?:\s|$)/)[0];
    const [, dashed] = /^Option '(--[\w-]+)' argument is ambiguous/.exec(said ?? '') ?? [];
    const sentence = dashed ? `What follows ${dashed} begins with a dash: join them, as in ${dashed}=-value` : said;
    throw new UsageError(`${sentence}. ${help} lists the options.`);
  }
}
