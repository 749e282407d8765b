/** A compiled schema. Returns whether a value conforms to it. If not, `errors` says why. */
export interface Validate {
  (value: unknown): boolean;
  errors?:
    | {
        instancePath: string;
        keyword: string;
        params: { missingProperty?: string; additionalProperty?: string };
        message?: string;
      }[]
    | null;
}
