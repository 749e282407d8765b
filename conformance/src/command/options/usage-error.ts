import { ConformanceError } from '../../outcome/conformance-error.ts';

/** The error for a mistake on the command line. The command prints the error's message and exits with code 2. */
export class UsageError extends ConformanceError {
  override name = 'UsageError';
}

/** Describes why a file cannot be read. The text has no full stop at the end. */
export function describeUnread({ code, message }: NodeJS.ErrnoException): string {
  const why = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read' }[code ?? ''];
  return why ?? message.replace(/\.$/, '');
}
