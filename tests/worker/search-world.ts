import { openDatabase } from '#db/client';
import { blocks, hides, images, likes, members } from '#db/schema/index';
import { type ApiAnswer, apiClient } from '../support/client.ts';
import { newEmail, newId } from '../support/factories.ts';
import { startDatabase } from '../support/sqld.ts';
import { startWorker } from '../support/worker.ts';

type MemberInsert = typeof members.$inferInsert;
export type Person = ReturnType<typeof aPerson>;

const BUCKET_MS = 15 * 60_000;

/** Somebody to be found: a woman of about thirty in Utrecht, unless told otherwise. `bucket` counts back from now. */
export function aPerson({ bucket = 0, ...traits }: Partial<MemberInsert> & { bucket?: number } = {}) {
  const id = newId();
  const now = Date.now();
  return {
    ...{ id, email: newEmail(), passwordHash: 'none', status: 'active' as const, name: 'Noor', country: 'NL', countryregion: 'NL-UT' },
    ...{ city: 'Utrecht', gender: 'female', dateOfBirth: '1994-05-17', language: 'nl', locale: 'nl', hasPhoto: false, isFictional: false },
    ...{ isPaused: false, createdAt: now - 30 * 24 * 3600_000, lastActiveAt: now - bucket * BUCKET_MS },
    activeBucket: Math.floor(now / BUCKET_MS) - bucket,
    ...traits,
  };
}

/** What a page of results has in the published order: real before fictional, with photo before without, latest activity first, id. */
export const inPublishedOrder = (people: readonly Person[]): string[] =>
  people
    .toSorted(
      (a, b) =>
        Number(a.isFictional) - Number(b.isFictional) ||
        Number(b.hasPhoto) - Number(a.hasPhoto) ||
        b.activeBucket - a.activeBucket ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id);

/** The ids on a page of results. */
export const idsOf = (answer: ApiAnswer): string[] => {
  const found = answer.at('profiles');
  return Array.isArray(found) ? found.map((card: { id: string }) => card.id) : [];
};

/** A database and a Worker to search in. */
export async function startSearchWorld() {
  const database = await startDatabase();
  const worker = await startWorker({ dbUrl: database.url });
  const db = openDatabase(database.url);
  return {
    db,
    worker,
    search: (cookie: string, query: string, headers: Record<string, string> = {}) => apiClient(worker.url, cookie).get(`/api/search.php?${query}`, headers),
    addPeople: async (people: readonly Person[]) => {
      for (let from = 0; from < people.length; from += 100) await db.insert(members).values(people.slice(from, from + 100));
    },
    /** Leaves the catalogue and settings alone. */
    removeEverybody: () => db.batch([db.delete(likes), db.delete(blocks), db.delete(hides), db.delete(images), db.delete(members)]),
    stop: async () => {
      await worker.stop();
      await database.stop();
    },
  };
}

export type SearchWorld = Awaited<ReturnType<typeof startSearchWorld>>;
