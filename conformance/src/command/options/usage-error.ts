import { ConformanceError } from '../../outcome/conformance-error.ts';

/** A mistake on the command line. The command prints the message and exits with 2. */
export class UsageError extends ConformanceError {
  override name = 'UsageError';
}

/** Describes why a file cannot be read, without a full stop. */
export function describeUnread({ code, message }: NodeJS.ErrnoException): string {
  const why = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'it may not be read' }[code ?? ''];
  return why ?? message.replace(/\.$/, '');
}
