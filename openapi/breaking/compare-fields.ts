import type { Recorder, Sender } from './record-changes.ts';

/** A named value: a parameter, a header, or a property of an object. */
export interface Field {
  required: boolean;
  schema: unknown;
}

/** The object, the list of parameters or the list of headers that contains the compared fields. */
export interface FieldsPlace {
  sender: Sender;
  record: Recorder;
  /** True when unlisted fields were refused before the change. */
  wasClosed: boolean;
  nameOf(key: string): string;
}

/** Matches fields by their keys, and compares them. Calls `compare` for each field that exists before and after. */
export function compareFields(
  before: ReadonlyMap<string, Field>,
  after: ReadonlyMap<string, Field>,
  { sender, record, wasClosed, nameOf }: FieldsPlace,
  compare: (key: string, before: unknown, after: unknown) => void,
): void {
  for (const [key, field] of before) {
    const now = after.get(key);
    // If only the `required` list still contains the name, the property itself was removed.
    if (!now || (field.schema !== undefined && now.schema === undefined)) {
      // Clients that read the field get nothing. For clients that send it, the request is refused or the field has no effect.
      record.breaking(nameOf(key), 'is gone');
      continue;
    }
    if (!field.required && now.required) record.effect('narrower', nameOf(key), 'was optional, is required');
    if (field.required && !now.required) record.effect('wider', nameOf(key), 'was required, is optional');
    compare(key, field.schema, now.schema);
  }
  for (const [key, field] of after) {
    if (before.has(key)) continue;
    if (sender === 'client' && field.required) record.breaking(nameOf(key), 'is new and required');
    else if (sender === 'service' && wasClosed) record.breaking(nameOf(key), 'is new where no other field was allowed');
    else if (sender === 'service' && field.required) record.demanded(nameOf(key), 'is new');
    else record.harmless(nameOf(key), 'is new');
  }
}
