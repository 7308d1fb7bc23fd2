import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import {
  closedComplaints,
  complaintByNumber,
  complaintStatusOf,
  complaintsToAnswer,
  deleteComplaintsBefore,
  deleteComplaintsFromEmailOf,
  openComplaints,
  sameComplaint,
} from '#db/queries/complaints/complaints';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const said = { email: 'eva@example.org', subject: 'other', text: 'x', reference: '' };

/**
 * The statements of a complaint, of the scheduled handler, of an erasure and of the operator. The export is left out: it sorts a member's
 * few rows.
 */
const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'the same complaint': (from) => [sameComplaint(from, said, 1)],
  'the status of a complaint': (from) => [complaintStatusOf(from, '0123456789', said.email), complaintByNumber(from, '0123456789')],
  'answers to be mailed': (from) => [complaintsToAnswer(from, 5)],
  'deleting old complaints': (from) => Object.values(deleteComplaintsBefore(from, 1)),
  'an erasure': (from) => Object.values(deleteComplaintsFromEmailOf(from, newId())),
  'the lists': (from) => [openComplaints(from, 5), closedComplaints(from, 5)],
};

test.each(Object.entries(STATEMENTS))('%s uses indexes and sorts nothing', async (_, statements) => {
  const plan = await plansOf(db, statements(db));
  expect(plan.filter((step) => /^SCAN (?!\w+ USING INDEX complaints_)|TEMP B-TREE/.test(step))).toEqual([]);
});
