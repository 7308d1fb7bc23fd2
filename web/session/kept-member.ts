import { get } from '../offline/values.ts';
import { keptAnswers, OWNER } from './kept-database.ts';
import { orNothing } from './or-nothing.ts';

/** Whose answers this browser keeps: the member who was signed in here last and has not left. Null for nobody, and where storage is blocked or late. */
export async function keptMember(): Promise<string | null> {
  const member = await orNothing(() => get<unknown>(OWNER, keptAnswers().bounded));
  return typeof member === 'string' ? member : null;
}
