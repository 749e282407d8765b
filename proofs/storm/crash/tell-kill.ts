/** Prints the progress of a crash test: on a terminal as one line that is overwritten, elsewhere every tenth time. */
export function tellKill(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kkilled ${done} of ${all} times${done === all ? '\n' : ''}`);
  else if (done % 10 === 0) process.stderr.write(`killed ${done} of ${all} times\n`);
}
