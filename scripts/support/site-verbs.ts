import type { Database } from '#db/client';
import { MEMBER_USAGE, MEMBER_VERBS } from './site-members.ts';
import { REPORT_USAGE, REPORT_VERBS } from './site-reports.ts';
import { SETTINGS_USAGE, SETTINGS_VERBS } from './site-settings.ts';

const VERBS = new Map(
  Object.entries({ settings: SETTINGS_VERBS, member: MEMBER_VERBS, report: REPORT_VERBS }).flatMap(([area, itsVerbs]) =>
    Object.entries(itsVerbs).map(([verb, run]) => [`${area} ${verb}`, run] as const),
  ),
);

export const SITE_USAGE = `${SETTINGS_USAGE}\n${MEMBER_USAGE}\n${REPORT_USAGE}`;

/** What `npm run site -- …` does for the words behind it, or null where no verb is named; a refusal is thrown. */
export function siteVerb([area = '', verb = '', ...args]: readonly string[]): ((db: Database) => Promise<void>) | null {
  const run = VERBS.get(`${area} ${verb}`);
  return run ? (db) => run(db, args) : null;
}
