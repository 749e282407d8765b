import type { Contract } from './contract.ts';

/**
 * Returns a place in the form used in reports: a pointer into the payment contract, or a pointer preceded by the file name of
 * another document.
 */
export const placeOf = ({ plain }: Contract, pointer: string): string =>
  plain && pointer.startsWith('/') ? `${plain.file}#${pointer}` : pointer;

/** Shows a report's place to a reader, with its file name. */
export const showPlace = (place: string): string => (place.startsWith('/') ? `openapi.yaml#${place}` : place);
