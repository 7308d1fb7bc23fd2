import { expect, test } from 'vitest';
import type { Database, Statement } from '#db/client';
import {
  cancellationByNumber,
  closedCancellations,
  deleteCancellationsBefore,
  deleteCancellationsFromEmailOf,
  openCancellations,
  renewingContract,
  sameCancellation,
} from '#db/queries/cancellations/cancellations';
import { newId } from '../../support/database/factories.ts';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const said = { email: 'eva@example.org', kind: 'ordinary' as const, orderNumber: '', endsOn: null, reason: '' };

/** The statements of a cancellation, of the scheduled handler, of an erasure and of the operator. */
const STATEMENTS: Readonly<Record<string, (from: Database) => readonly Statement[]>> = {
  'the same cancellation': (from) => [sameCancellation(from, said, 1)],
  'the contract of an address': (from) => [renewingContract(from, said.email, '')],
  'the contract of an order': (from) => [renewingContract(from, said.email, newId())],
  'deleting old cancellations': (from) => Object.values(deleteCancellationsBefore(from, 1)),
  'an erasure': (from) => Object.values(deleteCancellationsFromEmailOf(from, newId())),
  'the lists': (from) => [openCancellations(from, 5), closedCancellations(from, 5), cancellationByNumber(from, 'A1B2C3D4E5')],
};

test.each(Object.entries(STATEMENTS))('%s uses indexes and sorts nothing', async (_, statements) => {
  const plan = await plansOf(db, statements(db));
  expect(plan.filter((step) => /^SCAN (?!\w+ USING INDEX cancellations_)|TEMP B-TREE/.test(step))).toEqual([]);
});
