/** Texts that are not of a format, the least wrong first. Known are the formats that have an entry. */
export const badFormats: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2030-13-01T00:00:00Z', 'tomorrow'],
  date: ['2030-02-30', '30.01.2030', 'tomorrow'],
  email: ['nobody', 'nobody@', '@example.com'],
  uuid: ['5f0c9b1e-8d6a-4a54-9a64', 'not-a-uuid'],
  uri: ['not a url'],
};

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/;

/** Judges of the formats that the source document does not widen. */
export const plainFormats: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text,
  email: (text) => email.test(text),
  uuid: (text) => uuid.test(text),
};
