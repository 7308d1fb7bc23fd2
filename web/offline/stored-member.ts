import { orNothing } from '../platform/safe-storage.ts';
import { get } from './key-value.ts';
import { keptAnswers, OWNER } from './stored-answers.ts';

/** Whose answers this browser keeps: the member who was signed in here last and has not left. Null for nobody, and where storage is blocked or late. */
export async function keptMember(): Promise<string | null> {
  const member = await orNothing(() => get<unknown>(OWNER, keptAnswers().bounded));
  return typeof member === 'string' ? member : null;
}
