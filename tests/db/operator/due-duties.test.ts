import { expect, test } from 'vitest';
import { dueDuties } from '#db/queries/operator/due-duties';
import { areOld } from '#db/queries/operator/old-rows';
import { plansOf } from '../../support/database/query-plan.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();
const times = {
  now: 9,
  absencesSince: 1,
  erasedUntil: 1,
  lastDay: '2026-11-28',
  addedUp: 'added_up',
  hourly: 'duty',
  oldRows: Object.values(areOld).map((condition) => condition(5)),
};

test('which duties are due is found by lookups in indexes', async () => {
  const steps = await plansOf(db, [dueDuties(db, times)]);
  // The first row of the outbox, and rows of partial indexes that hold little else than what is due.
  const first = /^SCAN (event_outbox|case_letters|cases|complaints|images|reports|json_each)\b/;
  const scans = steps.filter((step) => /^SCAN (?!CONSTANT ROW)/.test(step));
  expect(scans.filter((step) => !first.test(step))).toEqual([]);
  expect(scans.filter((step) => /^SCAN (?!event_outbox|json_each)/.test(step) && !step.includes('INDEX'))).toEqual([]);
});

test('in an empty database only the figures of the last day and what is done hourly are due', async () => {
  const [due] = await dueDuties(db, times);
  expect(Object.entries(due ?? {}).filter(([, isDue]) => isDue === 1)).toEqual([
    ['premium', 1],
    ['figures', 1],
  ]);
});
