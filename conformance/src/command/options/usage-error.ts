import { ConformanceError } from '../../outcome/conformance-error.ts';

/** A mistake on the command line: a sentence, exit 2. */
export class UsageError extends ConformanceError {
  override name = 'UsageError';
}

/** Describes why a file cannot be read, without the full stop of the error. */
export function describeUnread({ code, message }: NodeJS.ErrnoException): string {
  const why = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read' }[code ?? ''];
  return why ?? message.replace(/\.$/, '');
}
