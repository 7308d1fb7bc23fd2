import { eq } from 'drizzle-orm';
import { images } from '#db/schema/index';
import { aMember, anImage } from '../support/database/factories.ts';
import { startWorker } from '../support/product/test-worker.ts';
import { inTurns, timingsNamed } from './support/measure.ts';
import { assertCorrect, report } from './support/report.ts';
import { filledDatabase } from './support/search-database.ts';

/**
 * A photo whose account the Worker looks up, compared with a drawn portrait of the same size, which it serves without asking the database
 * (docs/performance.md, "P17: a photo and the state of its account").
 */
const MEMBERS = 100_000;
const PHOTOS_OF_A_PAGE = 12;
const PHOTO_BYTES = 40_000;

await using lifetime = new AsyncDisposableStack();
const filled = await filledDatabase(MEMBERS, Date.now());
lifetime.defer(filled.stop);
const worker = await startWorker({ dbUrl: filled.url, vars: { SETTINGS_TTL_SECONDS: '3600' } });
lifetime.defer(worker.stop);

const bytes = new Uint8Array(PHOTO_BYTES).fill(7);
const member = await aMember(filled.db);
const photos: string[] = [];
const portraits = Array.from({ length: PHOTOS_OF_A_PAGE }, (_, i) => `pool-${i}.webp`);
for (let i = 0; i < PHOTOS_OF_A_PAGE; i += 1) {
  const id = await anImage(filled.db, member.id, i);
  const [row] = await filled.db.select({ medium: images.medium }).from(images).where(eq(images.id, id));
  if (row) photos.push(row.medium);
}
for (const name of [...photos, ...portraits]) await worker.putPhoto(name, bytes);

async function fetchPhoto(name: string, headers: Record<string, string> = {}, status = 200): Promise<string> {
  const answer = await fetch(`${worker.url}/photos/${name}`, { headers });
  const length = (await answer.arrayBuffer()).byteLength;
  assertCorrect(answer.status === status && length === (status === 200 ? PHOTO_BYTES : 0), `${name} answers ${answer.status}, ${length}`);
  return answer.headers.get('ETag') ?? '';
}

const etag = await fetchPhoto(photos[0] ?? '');
const [photo = '', portrait = ''] = [photos[0], portraits[0]];
const timings = await inTurns(
  [
    { name: 'one photo', run: async () => void (await fetchPhoto(photo)) },
    { name: 'one portrait', run: async () => void (await fetchPhoto(portrait)) },
    { name: 'an unchanged photo', run: async () => void (await fetchPhoto(photo, { 'If-None-Match': etag }, 304)) },
    { name: 'an unchanged portrait', run: async () => void (await fetchPhoto(portrait, { 'If-None-Match': etag }, 304)) },
    { name: 'twelve photos', run: async () => void (await Promise.all(photos.map((name) => fetchPhoto(name)))) },
    { name: 'twelve portraits', run: async () => void (await Promise.all(portraits.map((name) => fetchPhoto(name)))) },
  ],
  { blocks: 7, runs: 40, warmUp: 20 },
);
/** What the look-up adds to each of `count` photos that are asked for at once. */
const added = (what: string, limit: string, count = 1) => {
  const [ours, bare] = [timingsNamed(timings, what), timingsNamed(timings, limit)];
  const ms = (a: number, b: number) => (a - b) / count;
  return {
    what: `${what}: added to each (p50)`,
    ours: ms(ours.p50, bare.p50),
    limit: null,
    unit: 'ms',
    aim: 5,
    spread: [ms(Math.min(...ours.blocks), bare.p50), ms(Math.max(...ours.blocks), bare.p50)] as const,
  };
};
report('P17 a photo and the state of its account', [
  added('one photo', 'one portrait'),
  added('an unchanged photo', 'an unchanged portrait'),
  added('twelve photos', 'twelve portraits', PHOTOS_OF_A_PAGE),
]);
