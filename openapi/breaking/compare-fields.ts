import type { Recorder, Sender } from './record-changes.ts';

/** A value with a name: a property of an object, a parameter, a header. */
export interface Field {
  required: boolean;
  schema: unknown;
}

/** What the fields belong to. */
export interface FieldsPlace {
  sender: Sender;
  record: Recorder;
  /** Whether a field that is not named here was refused so far. */
  wasClosed: boolean;
  nameOf(key: string): string;
}

/** Compares fields by their key; calls `compare` for each that is there before and after. */
export function compareFields(
  before: ReadonlyMap<string, Field>,
  after: ReadonlyMap<string, Field>,
  { sender, record, wasClosed, nameOf }: FieldsPlace,
  compare: (key: string, before: unknown, after: unknown) => void,
): void {
  for (const [key, field] of before) {
    const now = after.get(key);
    // What is only named as required is not described any more.
    if (!now || (field.schema !== undefined && now.schema === undefined)) {
      // Of the service: read by clients. Of the client: refused from now on, or without the effect it had.
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
    else if (sender === 'service' && wasClosed) record.breaking(nameOf(key), 'is new where no other member was allowed');
    else record.harmless(nameOf(key), 'is new');
  }
}
