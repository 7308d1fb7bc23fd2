import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { memberFields, members } from '../../schema/index.ts';

/** Condition on a row of `members`: its consent to sensitive answers is in force, by this version of the text or a later one. */
export const isConsentInForce = (version: number) =>
  sql`(${members.sensitiveConsentVersion} >= ${version} and ${members.sensitiveConsentEndedAt} is null)`;

/**
 * Deletes the sensitive answers of a member without consent, which are these profile fields and the gender that the member wants to meet. With
 * consent nothing is deleted. Placed behind the statements that write such answers, it undoes them if the consent has ended meanwhile.
 */
export const deleteUnconsentedAnswers = (db: Database, memberId: string, fields: readonly string[], version: number) => ({
  deletedSensitiveFields: db.run(sql`
    delete from ${memberFields} where member_id = ${memberId} and field_id in (select value from json_each(${JSON.stringify(fields)}))
      and not exists (select 1 from ${members} where ${members.id} = ${memberId} and ${isConsentInForce(version)})`),
  deletedWantedGender: db
    .update(members)
    .set({ savedSearch: sql`json_set(${members.savedSearch}, '$.gender', '')` })
    .where(sql`${eq(members.id, memberId)} and ${members.savedSearch} is not null and not ${isConsentInForce(version)}`),
});
