/** Says how far a crash test has come: in one line that is written over on a terminal, every tenth time elsewhere. */
export function tellKill(done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kkilled ${done} of ${all} times${done === all ? '\n' : ''}`);
  else if (done % 10 === 0) process.stderr.write(`killed ${done} of ${all} times\n`);
}
