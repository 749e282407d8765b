import { UsageError } from './parse-options.ts';

/**
 * Refuses an option that stands twice: which of its values was meant cannot be told.
 * @throws UsageError
 */
export function refuseRepeated(tokens: readonly { kind: string; name?: string }[]): void {
  const given = tokens.flatMap(({ kind, name }) => (kind === 'option' && name !== undefined ? [name] : []));
  const twice = given.find((name, index) => given.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
}
