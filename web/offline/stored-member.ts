import { orNothing } from '../platform/safe-storage.ts';
import { get } from './key-value.ts';
import { keptAnswers, OWNER } from './stored-answers.ts';

/**
 * The member whose answers are stored: who was signed in here last and has not left. Null if there is none, or if storage is blocked or
 * late.
 */
export async function keptMember(): Promise<string | null> {
  const member = await orNothing(() => get<unknown>(OWNER, keptAnswers().bounded));
  return typeof member === 'string' ? member : null;
}
