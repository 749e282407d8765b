const number = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|third|fourth|fifth|sixth|seventh|\\d+';
const thing = 'operations?|status(?:es)?|states?|members?|properties|property|fields?|events?|features?|scopes?';
const counted = new RegExp(`\\b(?:${number}) (?:${thing})\\b`, 'i');

/** Finds words that count what the contract lists, because the count becomes wrong, unnoticed, with the next addition. */
export function findCount(text: string): string | undefined {
  return counted.exec(text)?.[0];
}
