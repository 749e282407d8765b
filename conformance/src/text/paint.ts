const codes = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', cyan: '36' } as const;

/** Styles a text for a terminal, or returns it unchanged. */
export type Paint = (style: keyof typeof codes, text: string) => string;

/** Makes the function that styles texts: with colours, or without for a file, a pipe or a user who wants none. */
export function choosePaint(colour: boolean): Paint {
  return colour ? (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m` : (_style, text) => text;
}

/** Matches the codes of these styles, to split a text at them. */
export const ownCodes = new RegExp(`(${'\u001b'}\\[(?:0|${Object.values(codes).join('|')})m)`);
