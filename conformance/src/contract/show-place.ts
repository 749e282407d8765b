import type { Contract } from './contract.ts';

/** Returns a place as reports write it: a pointer into the payment contract, or another document's file name and a pointer. */
export const placeOf = ({ plain }: Contract, pointer: string): string =>
  plain && pointer.startsWith('/') ? `${plain.file}#${pointer}` : pointer;

/** Returns a report's place for a reader, who needs a file name. */
export const showPlace = (place: string): string => (place.startsWith('/') ? `openapi.yaml#${place}` : place);
