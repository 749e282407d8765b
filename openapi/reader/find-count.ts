const number = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|third|fourth|fifth|sixth|seventh|\\d+';
const thing = 'operations?|status(?:es)?|states?|members?|properties|property|fields?|events?|features?|scopes?';
const counted = new RegExp(`\\b(?:${number}) (?:${thing})\\b`, 'i');

/** Finds words that count what the contract lists: the count is wrong after the next addition, and nobody notices. */
export function findCount(text: string): string | undefined {
  return counted.exec(text)?.[0];
}
