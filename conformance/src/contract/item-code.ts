import type { Requirement } from './contract.ts';

/** Returns the code of the error item that a requirement names, such as `amount_out_of_range`; undefined where it names none. */
export const itemCode = ({ text }: Requirement): string | undefined => /\bitem `(\w+)`/.exec(text)?.[1];
