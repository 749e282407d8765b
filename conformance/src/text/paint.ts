const codes = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', cyan: '36' } as const;

/** Dresses a text for the terminal, or leaves it plain. */
export type Paint = (style: keyof typeof codes, text: string) => string;

/** Makes the function that dresses texts: with colours, or with none for a file, a pipe and whoever wants none. */
export function choosePaint(colour: boolean): Paint {
  return colour ? (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m` : (_style, text) => text;
}

/** Divides a text at the codes of these styles. */
export const ownCodes = new RegExp(`(${'\u001b'}\\[(?:0|${Object.values(codes).join('|')})m)`);
