import type { Debt } from './debt.ts';
/** Lists the first error of each place that does not compile: what a handler, a column, a call or a word is missing. */
export declare function checkTypes(): Promise<Debt[]>;
/** Says what is wrong: of types that do not fit, the last reason, which names the field; the types themselves are long. */
export declare function describeError(what: string, reasons: string): string;
//# sourceMappingURL=check-types.d.ts.map
