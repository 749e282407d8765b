import type { DestinationStream } from 'pino';

/** Writes log entries for people at a terminal, a line each: `10:04:07 POST /api/v1/payments/create 200, 3.1 ms`. */
export function createTerminalLog(output: Pick<NodeJS.WriteStream, 'write'>): DestinationStream {
  return {
    write: (line) => {
      const text = describeEntry(line);
      if (text !== '') output.write(`${text}\n`);
    },
  };
}

/** Describes an entry, a line of JSON. The start was told already, so its entry is empty; what has no form of its own stays JSON. */
function describeEntry(line: string): string {
  const { time, level, msg, method, path, status, ms, err, ...rest } = JSON.parse(line);
  const at = String(time).slice(11, 19);
  if (msg === 'listening') return '';
  if (method !== undefined && path !== undefined) return `  ${at} ${method} ${path} ${status}, ${ms} ms`;
  const kind = level >= 50 ? 'Error: ' : level >= 40 ? 'Warning: ' : '';
  const facts = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `  ${at} ${kind}${msg}${facts}${err ? `\n${err.stack ?? err.message ?? JSON.stringify(err)}` : ''}`;
}
