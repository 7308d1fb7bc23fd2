import { eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import { saveSetting } from '#db/queries/operator/settings';
import { images } from '#db/schema/index';
import { anImage, newId } from '../../support/database/factories.ts';
import { aPng } from '../../support/files/image-files.ts';
import { aFeedEntry, camsIn, partnerFixture, SEARCH } from '../partners/partner-fixture.ts';
import { type Column, ROLES, type Role } from './access-columns.ts';
import { accessFixture } from './access-fixture.ts';
import { answerSummary } from './answer-shape.ts';
import { describeRows } from './describe-rows.ts';
import { FILE_ACCESS } from './file-access.ts';

const fixture = accessFixture();
const { site } = fixture;
const partners = partnerFixture(site);
const SIZES = ['thumb', 'medium', 'large'];
const UNKNOWN_FILE = `${newId()}.webp`;

/** The addresses of the pictures of a partner, by the name of their row. */
let pictures: Readonly<Record<string, string>>;

/** The files of a held photo of each person, by id, from the smallest on. */
const held = new Map<string, string[]>();

async function aHeldPhoto(memberId: string): Promise<string[]> {
  const id = await anImage(site.db, memberId, 9);
  await site.db.update(images).set({ heldSince: 1 }).where(eq(images.id, id));
  const [row] = await site.db.select().from(images).where(eq(images.id, id));
  return [row?.thumb ?? '', row?.medium ?? '', row?.large ?? ''];
}

beforeAll(async () => {
  const people = ROLES.flatMap((role) => Object.values(fixture.callers[role].people));
  for (const { id } of new Set(people)) held.set(id, await aHeldPhoto(id));
  const files = [...people.flatMap((person) => person.files), ...[...held.values()].flat()];
  for (const file of new Set(files)) await site.worker.putPhoto(file, new Uint8Array([82, 73, 70, 70]));
  await saveSetting(site.db, 'cams_address', 'https://partner.example/{account}');
  const picture = partners.partner.serve((_, response) =>
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(aPng({ width: 32, height: 20 })),
  );
  await partners.setFeed(partners.partner.serveFeed([aFeedEntry('nova', { picture })]));
  const [tile] = camsIn(await partners.reader.get(SEARCH));
  const shown = tile?.thumb_filename ?? '';
  pictures = {
    'desk photo of a case': `/_desk/photos/0123456789/${newId()}`,
    'cams in the feed': shown,
    'cams under another name': `/cams/nova/${newId()}`,
    'cams of an unknown account': shown.replace('nova', 'river'),
  };
});

describeRows(FILE_ACCESS, async (name: string, role: Role, column: Column) => {
  const caller = fixture.callers[role];
  const size = SIZES.indexOf(name.split(' ').at(-1) ?? '');
  const person = column === 'whole' || column === 'nobody' ? null : caller.people[column];
  const file = (name.startsWith('photos held') ? held.get(person?.id ?? '') : person?.files)?.[size] ?? UNKNOWN_FILE;
  const answer = await site.as(caller).get(pictures[name] ?? `/photos/${file}`);
  return answer.status === 200 ? `200 ${answer.headers.get('Content-Type')}` : answerSummary(answer);
});
