/**
 * Escapes what a terminal or a log would act on: line breaks, control characters, those that turn the direction of writing.
 * For text that others wrote, wherever it leaves in a message of ours.
 */
export function escapeText(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) as number;
    return `\\u${code < 65_536 ? code.toString(16).padStart(4, '0') : `{${code.toString(16)}}`}`;
  });
}
