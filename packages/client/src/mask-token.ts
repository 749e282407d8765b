import type { Answer } from './transport.ts';

const mask = '[token]';

/** The same answer without the token in its text and headers: some services repeat what they refuse, and errors are logged. */
export function maskToken(answer: Answer): Answer {
  const { token } = answer;
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.append(name, value.replaceAll(token, mask));
  return { ...answer, headers, text: answer.text.replaceAll(token, mask) };
}
