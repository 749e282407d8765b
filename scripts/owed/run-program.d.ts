export declare const root: string;
export interface Ended {
  status: number | null;
  output: string;
  errors: string;
}
export declare function endPrograms(): void;
/** Runs a program in the repository's root. */
export declare function runProgram(command: string, ...args: string[]): Promise<Ended>;
/** Runs a program of ours that prints JSON. @throws Error with its own words when it prints none */
export declare function askProgram<T>(file: string, ...args: string[]): Promise<T>;
//# sourceMappingURL=run-program.d.ts.map
