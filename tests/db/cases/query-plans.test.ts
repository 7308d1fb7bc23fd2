import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import { casePhotos, lookedCasePhoto } from '#db/queries/cases/case-photos';
import * as queue from '#db/queries/cases/case-queue';
import {
  appealableDecision,
  decisionsAbout,
  decisionsToEnd,
  deleteCasesBefore,
  forgetRemovedBefore,
  insertSourceLetters,
} from '#db/queries/cases/decisions';
import { closeCaseOfHeldPhoto, heldPhotosAfter, openCaseOfPhoto } from '#db/queries/cases/held-photos';
import { closeSettledCases, lettersToWrite } from '#db/queries/cases/letters';
import { sameNotice } from '#db/queries/cases/notices';
import { isReportWithoutCase, openCaseAbout, openComplaintsAfter, openOrJoinCase, openReportsAfter } from '#db/queries/cases/open-case';
import { acceptLetter } from '#db/queries/shared/accepted-letters';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const number = '0123456789';
const eva = { actorKind: 'operator', actorId: newId(), rule: null, proof: null } as const;
const credential = { memberId: newId(), tokenHash: 'x' };
/** Before all rows of a list. */
const FIRST = { at: -1, id: '' };

const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'the queue': (from) => [
    queue.casesInQueue(from, eva, { after: null, limit: 5 }),
    queue.casesInQueue(from, eva, { after: { priority: 1, createdAt: 1, number }, limit: 5 }),
  ],
  'waiting cases': (from) => [queue.waitingCasesFor(from, eva.actorId, 5), queue.nextCaseFor(from, eva.actorId)],
  'closed cases': (from) => [queue.closedCases(from, eva, { after: { closedAt: 1, number }, limit: 5 })],
  'a case': (from) => [
    queue.caseByNumber(from, eva, number),
    queue.decisionOfCase(from, number),
    queue.takeCase(from, number, eva.actorId),
    queue.giveCase(from, eva, number, eva.actorId),
    ...Object.values(queue.freeCasesOfFormerOperator(from, eva.actorId, eva, 1)),
  ],
  'a member’s decisions': (from) => [decisionsAbout(from, newId())],
  'an appeal': (from) => [appealableDecision(from, { credential, email: 'eva@example.org', now: 1 }, number, 1)],
  'the same notice': (from) => [sameNotice(from, { email: 'eva@example.org', place: 'x', law: 'fraud', text: 'x' }, 1)],
  'what the scheduled handler asks': (from) => [
    lettersToWrite(from, 5),
    decisionsToEnd(from, 1, 5),
    openReportsAfter(from, FIRST, 5),
    openComplaintsAfter(from, FIRST, 5),
    closeSettledCases(from, 1),
  ],
  'held photos': (from) => [
    heldPhotosAfter(from, FIRST, { includesUnchecked: true }, 5),
    heldPhotosAfter(from, FIRST, { includesUnchecked: false }, 5),
    openCaseOfPhoto(from, newId()),
    ...Object.values(
      closeCaseOfHeldPhoto(from, { id: newId(), memberId: newId() }, { id: newId(), ...eva, act: 'closed', detail: null, createdAt: 1 }),
    ),
  ],
  'letters of a decision': (from) => [insertSourceLetters(from, number, true, 1)],
  'an accepted mail': (from) => Object.values(acceptLetter(from, newId(), 1)),
  'deleting old cases': (from) => [deleteCasesBefore(from, 1)],
  'forgetting what was removed': (from) => [forgetRemovedBefore(from, 1)],
  'an open case': (from) => [openCaseAbout(from, { kind: 'decision', id: newId() })],
};

test('the photos of a case are found by indexes', async () => {
  const plan = await plansOf(db, [casePhotos(db, eva, number), lookedCasePhoto(db, eva.actorId, { number, id: newId() }, 1)]);
  expect(plan.filter((step) => /^SCAN (cases|case_\w+|appealed|images)\b(?! USING (COVERING )?INDEX)/.test(step))).toEqual([]);
});

test('the pages of a case are found by indexes', async () => {
  const plan = await plansOf(db, [
    queue.sourcesOfCase(db, number),
    queue.sourcesOfCase(db, number, { at: 1, id: newId() }),
    queue.activityOfCase(db, number, { at: 1, id: '1' }),
  ]);
  expect(plan.filter((step) => /^SCAN (case_\w+|later|reports|complaints|members)\b(?! USING (COVERING )?INDEX)/.test(step))).toEqual([]);
});

test('a report joins its case by indexes', async () => {
  const id = newId();
  const opening = {
    number,
    topic: { kind: 'member', id, memberId: id },
    priority: 1,
    source: { id, kind: 'report', memberId: eva.actorId, reportId: id, createdAt: 1 },
    evidence: { memberId: id, messageIds: [newId()] },
  } as const;
  const plan = await plansOf(db, Object.values(openOrJoinCase(db, opening, isReportWithoutCase(id))));
  expect(plan.filter((step) => /^SCAN (cases|case_\w+|reports|messages|members|owner)\b(?! USING (COVERING )?INDEX)/.test(step))).toEqual(
    [],
  );
});

test.each(Object.entries(STATEMENTS))('%s scans no table', async (_, statements) => {
  const plan = await plansOf(db, statements(db));
  expect(plan.filter((step) => /^SCAN (?!\w+ USING (COVERING )?INDEX|json_each|CONSTANT)/.test(step))).toEqual([]);
});
