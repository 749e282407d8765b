import { type Subject, startSubject } from './subject.ts';

/** Starts servers, and stops them when the work is done. */
export async function withSubjects<T>(
  names: readonly string[],
  place: string,
  work: (subjects: readonly Subject[]) => Promise<T>,
): Promise<T> {
  const subjects: Subject[] = [];
  try {
    for (const name of names) subjects.push(await startSubject(name, place));
    return await work(subjects);
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}
