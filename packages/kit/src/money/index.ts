export { type Cents, centsOfText, numberOfCents, textOfCents } from './cents.ts';
export { centsOfSource, hasPartsOfCents } from './read-amount.ts';
