import type { Contract } from './contract.ts';

/** Returns a place as reports hold it: a pointer into the contract of payment invoices, or with the name of another document before. */
export const placeOf = ({ plain }: Contract, pointer: string): string =>
  plain && pointer.startsWith('/') ? `${plain.file}#${pointer}` : pointer;

/** Writes the place of a report for a reader. */
export const showPlace = (place: string): string => (place.startsWith('/') ? `openapi.yaml#${place}` : place);
