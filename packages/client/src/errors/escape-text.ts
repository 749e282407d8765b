/**
 * Escapes the characters that a terminal or a log would act on: line breaks, control characters, and those that change the
 * writing direction. Use it for text from others wherever it appears in one of our messages.
 */
export function escapeText(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) as number;
    return `\\u${code < 65_536 ? code.toString(16).padStart(4, '0') : `{${code.toString(16)}}`}`;
  });
}
