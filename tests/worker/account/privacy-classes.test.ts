import { eq, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach, expect, test } from 'vitest';
import { batch, type Database } from '#db/client';
import { CLASSIFICATION, type ExportClass, type PersonalTable } from '#db/privacy/classification';
import { eraseMember } from '#db/queries/account/erasure';
import * as schema from '#db/schema/index';
import { aMember, anImage, aSession, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { isUnique, MARK, type PersonalTableName, QUOTED_FIELD, QUOTED_PROMPT, rowsOfMember } from './every-table-fixture.ts';

const site = testSite();
const schemaTables = { ...schema };
const classes: Readonly<Record<string, 'not personal' | PersonalTable>> = CLASSIFICATION;

beforeEach(async () => {
  const personal = Object.entries(schemaTables).flatMap(([name, table]) =>
    is(table, SQLiteTable) && classes[name] !== 'not personal' ? table : [],
  );
  await batch(
    site.db,
    personal.map((table) => site.db.delete(table)),
  );
});

/** A member with rows in every table that can hold data about a person, and the member with whom they write. */
async function aMemberInEveryTable(db: Database) {
  // Lower than the ids of others, as a conversation needs it.
  const id = `--------${newId().slice(8)}`;
  const [{ id: partner }, blocked, hidden, unliked] = [await aMember(db), await aMember(db), await aMember(db), await aMember(db)];
  await db.insert(schema.memberPrompts).values({ memberId: partner, promptId: QUOTED_PROMPT, position: 0, answer: 'Their answer' });
  await db.insert(schema.memberFields).values({ memberId: partner, fieldId: QUOTED_FIELD, value: 'Their value' });
  const others = { partner, partnerPhoto: await anImage(db, partner), blocked: blocked.id, hidden: hidden.id, unliked: unliked.id };
  const rows = rowsOfMember(id, others);
  const names = Object.keys(rows) as PersonalTableName[];
  // Sound: the rows of a name are those of its table.
  await batch(
    db,
    names.map((name) => db.insert(schemaTables[name]).values(rows[name] as never)),
  );
  const [conversation] = rows.conversations;
  const partnersSide = { memberId: partner, conversationId: conversation?.id ?? '', otherId: id, lastText: MARK };
  await db.insert(schema.participants).values(partnersSide);
  return { id, partner, rows, names, cookie: await aSession(db, id) };
}

/** All values at any depth, and the names of all properties, as texts. */
const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [...(Array.isArray(value) ? [] : [name]), ...leavesOf(inner)])
    : [String(value)];

/** Everything below a path such as `orders[].vat.percent`. */
function leavesAt(body: unknown, path: string): string[] {
  const found = path.split('.').reduce<unknown[]>(
    (values, part) => {
      const inner = values.map((value) => (value as Record<string, unknown> | null | undefined)?.[part.replace('[]', '')]);
      return part.endsWith('[]') ? inner.flatMap((list) => (list as unknown[] | undefined) ?? []) : inner;
    },
    [body],
  );
  return found.filter((value) => value !== undefined && value !== null).flatMap(leavesOf);
}

/** The forms that a stored value may have in the export. */
const formsOf = (value: string, memberId: string): string[] => [
  value,
  ...(isUnique(Number(value)) || Number(value) > Date.now() ? [new Date(Number(value)).toISOString(), String(Number(value) / 100)] : []),
  // The order of a reference `<order>#<revision>`.
  ...(value.includes('#') ? [value.split('#')[0] ?? ''] : []),
  ...(value === memberId ? ['me'] : []),
];

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const columnsOf = (name: PersonalTableName): [string, ExportClass][] => Object.entries(CLASSIFICATION[name].columns);

test('the export holds every exported column under its path, and no technical value', async () => {
  const { id, cookie, rows, names } = await aMemberInEveryTable(site.db);
  const answer = await site.as({ cookie }).get('/api/export.php');
  expect(answer.status).toBe(200);
  const text = JSON.stringify(answer.body);
  const [missing, leaked, untested]: [string[], string[], string[]] = [[], [], []];
  for (const name of names) {
    for (const [column, found] of columnsOf(name)) {
      const values = rows[name].map((row) => (row as Readonly<Record<string, unknown>>)[column]).filter((value) => !isEmpty(value));
      const isKept = (leaf: string, paths: readonly string[]) =>
        formsOf(leaf, id).some((form) => paths.some((path) => leavesAt(answer.body, path).includes(form)));
      if ('exported' in found) {
        const paths = [found.exported].flat();
        if (values.length === 0) untested.push(`${name}.${column}`);
        for (const leaf of values.flatMap(leavesOf)) if (!isKept(leaf, paths)) missing.push(`${name}.${column}: ${leaf} in ${paths}`);
      } else if ('technical' in found) {
        const secrets = values.flatMap(leavesOf).filter((leaf) => isUnique(leaf) || isUnique(Number(leaf)));
        for (const secret of secrets) {
          if (formsOf(secret, id).some((form) => text.includes(form))) leaked.push(`${name}.${column}: ${secret}`);
        }
      }
    }
  }
  expect({ missing, leaked, untested }).toEqual({ missing: [], leaked: [], untested: [] });
});

/** All rows of a table as one text for each. */
const rowTexts = async (db: Database, table: string) =>
  (await db.$client.execute(`select * from "${table}"`)).rows.map((row) => JSON.stringify({ ...row }));

test('the erasure leaves of each table what its class says', async () => {
  const { db } = site;
  const { id, partner, names } = await aMemberInEveryTable(db);
  const erase = async (memberId: string) => {
    await db.update(schema.members).set({ status: 'deleted', deletedAt: 1 }).where(eq(schema.members.id, memberId));
    await batch(db, eraseMember(db, memberId, Date.now()));
  };
  const tables = Object.keys(classes) as (keyof typeof classes & keyof typeof CLASSIFICATION)[];
  const ofMember = async (name: (typeof tables)[number]) =>
    (await rowTexts(db, getTableName(schemaTables[name]))).filter((row) => row.includes(MARK) || row.includes(id));
  const before = await Promise.all(names.map(async (name) => [name, (await ofMember(name)).length] as const));
  expect(before.filter(([, count]) => count === 0)).toEqual([]);

  await erase(id);
  for (const name of tables) {
    const found = classes[name];
    const left = await ofMember(name);
    if (found === 'not personal' || found?.erasure === 'deleted') expect([name, left]).toEqual([name, []]);
    else if (found?.erasure === 'kept by others') {
      expect([name, left.length > 0]).toEqual([name, true]);
      // The text and the id of the one who wrote stay, and nothing else of them.
      expect(left.filter((row) => row.includes(`${MARK}@`) || row.includes(`${MARK}-name`))).toEqual([]);
    } else if (found && 'anonymous' in found.erasure) {
      const column = found.erasure.anonymous.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect([name, left.length, left.filter((row) => row.includes(id))]).toEqual([name, 1, []]);
      expect(left[0]).toContain(`"${column}":null`);
    }
  }

  await erase(partner);
  for (const name of tables) {
    const found = classes[name];
    if (found !== 'not personal' && found?.erasure === 'kept by others') expect([name, await ofMember(name)]).toEqual([name, []]);
  }
});
