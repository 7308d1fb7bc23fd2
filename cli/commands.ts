import type { Database } from '#db/client';
import { MEMBER_USAGE, MEMBER_VERBS } from './account/member.ts';
import { BACKUP_USAGE, BACKUP_VERBS } from './backup/backup.ts';
import { COMPLAINT_USAGE, COMPLAINT_VERBS } from './complaints/complaint.ts';
import { METHOD_VERBS, PRICE_USAGE, PRICE_VERBS } from './credits/price.ts';
import { DISCOUNT_USAGE, DISCOUNT_VERBS } from './discounts/discount.ts';
import { SETTINGS_USAGE, SETTINGS_VERBS } from './operator/settings.ts';
import { REPORT_USAGE, REPORT_VERBS } from './safety/report.ts';
import { VITALS_USAGE, VITALS_VERBS } from './vitals/vitals.ts';

const COMMANDS_BY_AREA = {
  settings: SETTINGS_VERBS,
  member: MEMBER_VERBS,
  report: REPORT_VERBS,
  complaint: COMPLAINT_VERBS,
  discount: DISCOUNT_VERBS,
  price: PRICE_VERBS,
  method: METHOD_VERBS,
  vitals: VITALS_VERBS,
  backup: BACKUP_VERBS,
};

/** By area and verb, such as `member ban`. */
const COMMANDS = new Map(
  Object.entries(COMMANDS_BY_AREA).flatMap(([area, verbs]) =>
    Object.entries(verbs).map(([verb, run]) => [`${area} ${verb}`, run] as const),
  ),
);

export const SITE_USAGE = [
  SETTINGS_USAGE,
  MEMBER_USAGE,
  REPORT_USAGE,
  COMPLAINT_USAGE,
  DISCOUNT_USAGE,
  PRICE_USAGE,
  VITALS_USAGE,
  BACKUP_USAGE,
].join('\n');

/**
 * The command that the words behind `npm run site --` name, or null if there is none. The command throws a command error for wrong
 * arguments and for what cannot be done.
 */
export function findCommand([area = '', verb = '', ...args]: readonly string[]): ((db: Database) => Promise<void>) | null {
  const run = COMMANDS.get(`${area} ${verb}`);
  return run ? (db) => run(db, args) : null;
}
