export { type Cents, centsOfNumber, centsOfText, hasPartsOfCents, numberOfCents, textOfCents } from './cents.ts';
