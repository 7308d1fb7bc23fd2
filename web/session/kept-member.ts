import { get } from 'idb-keyval';
import { keptStore, OWNER } from './kept-store.ts';
import { orNothing } from './or-nothing.ts';

/** Whose answers this browser keeps: the member who was signed in here last and has not left. Null for nobody, and where storage is blocked. */
export async function keptMember(): Promise<string | null> {
  const member = await orNothing(() => get<unknown>(OWNER, keptStore()));
  return typeof member === 'string' ? member : null;
}
