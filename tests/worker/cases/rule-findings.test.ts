import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { openCaseOfRule } from '../../../worker/domain/moderation/open-case.ts';
import { anImage } from '../../support/database/factories.ts';
import { casesFixture } from './cases-fixture.ts';

const fixture = casesFixture();
const { site } = fixture;

test('a held photo and a rule open cases that say so, in the batch that acts, if their condition holds', async () => {
  const bas = await fixture.person({ name: 'Bas' });
  const photo = await anImage(site.db, bas.id);
  const finding = (kind: 'photo' | 'member', id: string) => ({
    topic: { kind, id, memberId: bas.id },
    text: 'Looks nude',
    now: Date.now(),
  });
  const held = { kind: 'held_photo' as const, rule: 'photo-check', ...finding('photo', photo) };
  await batch(site.db, openCaseOfRule(site.db, held, sql`false`));
  expect(await fixture.casesOf(bas.id)).toEqual([]);
  await batch(site.db, openCaseOfRule(site.db, held, sql`true`));
  const { number, subjectKind, subjectId } = await fixture.theCaseOf(bas.id);
  expect([subjectKind, subjectId]).toEqual(['photo', photo]);
  expect(await fixture.sourcesOf(number)).toMatchObject([
    { kind: 'held_photo', rule: 'photo-check', memberId: null, evidence: { name: 'Bas', photos: [photo] } },
  ]);
  await batch(site.db, openCaseOfRule(site.db, { kind: 'rule', rule: 'same-text', ...finding('member', bas.id) }, sql`true`));
  expect((await fixture.casesOf(bas.id)).map((row) => row.subjectKind).toSorted()).toEqual(['member', 'photo']);
  await fixture.decide(number);
  expect((await fixture.lettersOf(number)).map(({ kind }) => kind)).toEqual(['statement']);
});

test('an open report from before there were cases gets one from the sweep, once', async () => {
  const [noor, bas] = await Promise.all([fixture.person(), fixture.person()]);
  await fixture.report(noor, bas);
  await site.db.run(sql`delete from cases where member_id = ${bas.id}`);
  await Promise.all([site.worker.scheduled(), site.worker.scheduled()]);
  expect(await fixture.sourcesOf((await fixture.theCaseOf(bas.id)).number)).toHaveLength(1);
});
