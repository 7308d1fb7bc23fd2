import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { cases, images, members } from '../../schema/index.ts';
import type { ActivityEntry } from './case-queue.ts';
import type { ListPlace } from './open-case.ts';

/** Condition: no open case has been told that a photo is held. */
const isUntold = (photoId: SQL): SQL => sql`not exists (
  select 1 from cases join case_sources on case_sources.case_number = cases.number and case_sources.kind = 'held_photo'
  where cases.subject_kind = 'photo' and cases.subject_id = ${photoId} and cases.status = 'open')`;

/** Condition: a photo is held, the account of its member is there, and no open case has been told of it. */
export const isHeldWithoutCase = (photoId: string): SQL => sql`exists (
  select 1 from images join members on members.id = images.member_id and members.status in ('active', 'not_confirmed')
  where images.id = ${photoId} and images.held_since is not null) and ${isUntold(sql`${photoId}`)}`;

/**
 * Held photos behind a place, the longest waiting first, of accounts that are there, and whether an open case has been told of each: those that
 * wait for an operator, or with `includesUnchecked` also those of which a classifier was to be asked again.
 */
export const heldPhotosAfter = (
  db: Database,
  { at, id }: ListPlace,
  { includesUnchecked }: { includesUnchecked: boolean },
  limit: number,
) =>
  db
    .select({
      id: images.id,
      memberId: images.memberId,
      checkTries: images.checkTries,
      heldSince: sql<number>`${images.heldSince}`,
      isUntold: sql<0 | 1>`${isUntold(sql`images.id`)}`,
    })
    .from(images)
    .innerJoin(members, eq(members.id, images.memberId))
    .where(
      and(
        isNotNull(images.heldSince),
        inArray(members.status, ['active', 'not_confirmed']),
        includesUnchecked ? undefined : isNull(images.checkDueAt),
        sql`(${images.heldSince}, ${images.id}) > (${at}, ${id})`,
      ),
    )
    .orderBy(asc(images.heldSince), asc(images.id))
    .limit(limit);

/** The open case about a photo, with how many of its sources say something else than that it is held; no row if there is none. */
export const openCaseOfPhoto = (db: Database, photoId: string) =>
  db
    .select({
      number: cases.number,
      others: sql<number>`(select count(*) from case_sources where case_sources.case_number = cases.number and kind <> 'held_photo')`,
    })
    .from(cases)
    .where(and(eq(cases.subjectKind, 'photo'), eq(cases.subjectId, photoId), eq(cases.status, 'open')));

/**
 * Closes the open case about a photo of a member that is not held any longer, or is gone, if nobody has told of the photo but the photo check;
 * and writes down who has settled it. It follows in its batch what has settled it. `entry.createdAt` is the time.
 */
export const closeCaseOfHeldPhoto = (db: Database, photo: { readonly id: string; readonly memberId: string }, entry: ActivityEntry) => ({
  // Written first, while the case is open.
  closingActivity: db.run(sql`
    insert into case_activity (id, case_number, actor_kind, actor_id, rule, act, detail, created_at)
    select ${entry.id}, cases.number, ${entry.actorKind}, ${entry.actorId}, ${entry.rule}, ${entry.act}, ${entry.detail}, ${entry.createdAt}
    from cases where ${isSettledCase(photo)}`),
  closedCase: db.run(sql`update cases set status = 'closed', closed_at = ${entry.createdAt} where ${isSettledCase(photo)}`),
});

/** Condition on `cases`: the open case about a photo that is not held, of which nobody but the photo check has told. */
const isSettledCase = ({ id, memberId }: { readonly id: string; readonly memberId: string }): SQL => sql`
  cases.subject_kind = 'photo' and cases.subject_id = ${id} and cases.status = 'open' and cases.member_id = ${memberId}
    and not exists (select 1 from case_sources where case_sources.case_number = cases.number and case_sources.kind <> 'held_photo')
    and not exists (select 1 from images where images.id = ${id} and images.held_since is not null)`;
