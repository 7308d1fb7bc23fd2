import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import {
  closedComplaints,
  complaintByNumber,
  complaintOf,
  complaintsToAnswer,
  deleteComplaintsBefore,
  letGoOfComplaints,
  openComplaints,
  sameComplaint,
} from '#db/queries/complaints/complaints';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const said = { email: 'eva@example.org', subject: 'other', text: 'x', reference: '' };

/** What is asked with every complaint, every minute, at an erasure and by the operator; an export sorts a member's few. */
const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'the same complaint': (from) => [sameComplaint(from, said, 1)],
  'how one stands': (from) => [complaintOf(from, '0123456789', said.email), complaintByNumber(from, '0123456789')],
  'answers to be mailed': (from) => [complaintsToAnswer(from, 5)],
  'what is forgotten': (from) => deleteComplaintsBefore(from, 1),
  'what an erasure takes along': (from) => letGoOfComplaints(from, newId()),
  'the lists': (from) => [openComplaints(from, 5), closedComplaints(from, 5)],
};

test.each(Object.entries(STATEMENTS))('%s is found by indexes, and nothing is sorted', async (_, statements) => {
  const plan = await plansOf(db, statements(db));
  expect(plan.filter((step) => /^SCAN (?!\w+ USING INDEX complaints_)|TEMP B-TREE/.test(step))).toEqual([]);
});
