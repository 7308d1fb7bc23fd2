import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { fileRemovals, images, members, sessions } from '../../schema/index.ts';
import { type ImageRow, imagesOfMember } from '../profile/profile.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { isActingSession, type SessionCredential } from '../shared/sessions.ts';

const MINUTE_MS = 60_000;
/** The pause doubles at most that many times, up to eight and a half hours. */
const MAX_PAUSE_DOUBLINGS = 9;

/** Prefix of the file names of demo portraits. One file in the photo bucket serves many members. */
export const DEMO_PORTRAIT_PREFIX = 'pool-';
/** Whether a file is a demo portrait, which is never deleted because other members may use it too. */
export const isDemoPortrait = (name: string): boolean => name.startsWith(DEMO_PORTRAIT_PREFIX);

/** Schedules files for removal before they are stored, if the session is valid. The batch that adds their photo cancels the removal, so files of a failed upload do not stay. */
export const scheduleRemovalsBeforeUpload = (
  db: Database,
  credential: SessionCredential,
  names: readonly string[],
  { dueAt, now }: { dueAt: number; now: number },
) =>
  db.run(
    sql`
      insert into file_removals (name, due_at, tries)
      select names.value, ${dueAt}, 0 from ${sessions}, json_each(${JSON.stringify(names)}) as names
      where ${isActingSession(credential, now)}`,
  );

/** Deletes scheduled removals by file name. */
export const deleteRemovals = (db: Database, names: readonly string[]) =>
  db.delete(fileRemovals).where(inArray(fileRemovals.name, [...names]));

/** Claims due file removals for this sweep, the longest due first, and doubles the pause to their next try. Gives name and number of tries. */
export async function claimDueRemovals(db: Database, now: number, limit: number): Promise<{ name: string; tries: number }[]> {
  return db
    .update(fileRemovals)
    .set({
      dueAt: sql`${now} + (${MINUTE_MS} << min(${fileRemovals.tries}, ${MAX_PAUSE_DOUBLINGS}))`,
      tries: sql`${fileRemovals.tries} + 1`,
    })
    .where(
      inArray(
        fileRemovals.name,
        db
          .select({ name: fileRemovals.name })
          .from(fileRemovals)
          .where(lte(fileRemovals.dueAt, now))
          .orderBy(asc(fileRemovals.dueAt))
          .limit(limit),
      ),
    )
    .returning({ name: fileRemovals.name, tries: fileRemovals.tries });
}

const isMine = (id: string, memberId: string) => and(eq(images.id, id), eq(images.memberId, memberId));
const hasImage = (id: string, memberId: string) => sql`exists (select 1 from ${images} where ${isMine(id, memberId)})`;

/**
 * One row if a file belongs to a photo whose member is neither deleted nor banned, else none. Not for demo portraits, which many members
 * share.
 */
export const shownPhotoFile = prepared((db: Database, name: string) =>
  db.all<{ id: string }>(sql`
    select images.id from ${images} join ${members} on members.id = images.member_id and members.status in ('active', 'not_confirmed')
    where images.thumb = ${name} or images.medium = ${name} or images.large = ${name}
    limit 1`),
);

/** The number of photos of a member. */
export const countImages = (db: Database, memberId: string) =>
  db.select({ count: sql<number>`count(*)` }).from(images).where(eq(images.memberId, memberId));

/**
 * Adds a photo at the end, if its member is neither deleted nor banned and has fewer than `most`; a first photo becomes the main one. `added`
 * gives the row, or no row if it was not added; then nothing else has happened, and its files stay scheduled for removal.
 */
export function addImage(db: Database, image: Omit<ImageRow, 'position' | 'isNude'>, most: number, event: EventInsert) {
  const { id, memberId } = image;
  return {
    insertedImage: db.run(
      sql`
        insert into images (id, member_id, position, thumb, medium, large, width, height, thumbhash, is_nude)
        select ${id}, ${memberId}, (select coalesce(max(position), -1) + 1 from images where member_id = ${memberId}),
          ${image.thumb}, ${image.medium}, ${image.large}, ${image.width}, ${image.height}, ${image.thumbhash}, 0
        where (select count(*) from images where member_id = ${memberId}) < ${most}
          and exists (select 1 from members where id = ${memberId} and status in ('active', 'not_confirmed'))`,
    ),
    mainImage: db
      .update(members)
      .set({ mainImageId: id, hasPhoto: true })
      .where(and(eq(members.id, memberId), hasImage(id, memberId), sql`(${members.mainImageId} is null or not ${members.hasPhoto})`)),
    canceledRemovals: db
      .delete(fileRemovals)
      .where(and(inArray(fileRemovals.name, [image.thumb, image.medium, image.large]), hasImage(id, memberId))),
    events: insertEventWhen(db, event, hasImage(id, memberId)),
    added: db.select().from(images).where(isMine(id, memberId)),
  };
}

/**
 * Deletes a member's own photo and schedules its files for removal, at once or at `filesDueAt`; if it was the main one, the first of the others
 * becomes it. `deleted` gives its row, or no row.
 */
export const removeImage = (db: Database, id: string, memberId: string, event: EventInsert, filesDueAt = event.dueAt) => ({
  events: insertEventWhen(db, event, hasImage(id, memberId)),
  scheduledRemovals: db.run(
    sql`
        insert or ignore into file_removals (name, due_at)
        select files.value, ${filesDueAt}
        from images, json_each(json_array(images.thumb, images.medium, images.large)) as files
        where images.id = ${id} and images.member_id = ${memberId}`,
  ),
  mainImage: db
    .update(members)
    .set({
      mainImageId: sql`case when ${members.mainImageId} = ${id}
          then (
            select next.id from images as next
            where next.member_id = ${memberId} and next.id <> ${id} order by next.position limit 1)
          else ${members.mainImageId} end`,
      hasPhoto: sql`exists (select 1 from images as other where other.member_id = ${memberId} and other.id <> ${id})`,
    })
    .where(and(eq(members.id, memberId), hasImage(id, memberId))),
  deleted: db.delete(images).where(isMine(id, memberId)).returning(),
});

/** Changes of a member's photos; null leaves something unchanged. */
export interface PhotoChange {
  /** The photo that becomes the main one, or null. */
  readonly main: string | null;
  /** Every photo of the member in its new order, or null. */
  readonly order: readonly string[] | null;
  readonly nude: { readonly id: string; readonly is: boolean } | null;
}

/** Changes a member's own photos; ids that are not among them are ignored. `images` gives all photos in order. */
export const changeImages = (db: Database, memberId: string, { main, order, nude }: PhotoChange) => ({
  mainImage: db
    .update(members)
    .set({ mainImageId: main })
    .where(and(eq(members.id, memberId), hasImage(main ?? '', memberId))),
  positions: db.run(
    sql`
        update images
        set position = (select place.key from json_each(${JSON.stringify(order ?? [])}) as place where place.value = images.id)
        where member_id = ${memberId} and id in (select value from json_each(${JSON.stringify(order ?? [])}))`,
  ),
  nudity: db
    .update(images)
    .set({ isNude: nude?.is ?? false })
    .where(isMine(nude?.id ?? '', memberId)),
  images: imagesOfMember(db, memberId),
});
