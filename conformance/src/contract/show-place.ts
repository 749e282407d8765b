import type { Contract } from './contract.ts';

/** Returns a place as written in reports: a pointer into the payment contract, or another document's file name and a pointer. */
export const placeOf = ({ plain }: Contract, pointer: string): string =>
  plain && pointer.startsWith('/') ? `${plain.file}#${pointer}` : pointer;

/** Adds the file name to a pointer into the payment contract, so that people see which file is meant. */
export const showPlace = (place: string): string => (place.startsWith('/') ? `openapi.yaml#${place}` : place);
