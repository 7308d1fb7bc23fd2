import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { fileRemovals, images, members, sessions } from '../../schema/index.ts';
import { type ImageRow, ownImages } from '../profile/profile.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { isActingSession, isSessionOfCredential, type SessionCredential } from '../shared/sessions.ts';
import { isLikeRemovedPhoto, type PhotoHashes, type PhotoRemovalInsert } from './removed-photos.ts';

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
/** Condition: a photo of a member is stored. */
export const hasImage = (id: string, memberId: string) => sql`exists (select 1 from ${images} where ${isMine(id, memberId)})`;
/** Condition: the photo is the member's and not held. */
export const hasShownImage = (id: string, memberId: string) =>
  sql`exists (select 1 from ${images} where ${isMine(id, memberId)} and ${images.heldSince} is null)`;
/** Condition of a row of `members`: the member has no main photo yet. */
export const hasNoMainImage = sql`(${members.mainImageId} is null or not ${members.hasPhoto})`;

/**
 * One row if a file belongs to a photo whose member is neither deleted nor banned, else none; `isHeld` is 1 or 0. A held photo gives a row to
 * a valid session of its owner only. Not for demo portraits, which many members share.
 */
export const shownPhotoFile = prepared((db: Database, name: string, { memberId, tokenHash }: SessionCredential, now: number) =>
  db.all<{ isHeld: number }>(sql`
    select images.held_since is not null as isHeld
    from ${images} join ${members} on members.id = images.member_id and members.status in ('active', 'not_confirmed')
    where (images.thumb = ${name} or images.medium = ${name} or images.large = ${name})
      and (images.held_since is null or (images.member_id = ${memberId}
        and exists (select 1 from ${sessions} where ${isSessionOfCredential({ memberId, tokenHash }, now)})))
    limit 1`),
);

/** The number of photos of a member. */
export const countImages = (db: Database, memberId: string) =>
  db.select({ count: sql<number>`count(*)` }).from(images).where(eq(images.memberId, memberId));

/** A photo that is added, with what the photo check says of it. */
export type NewImage = Omit<ImageRow, 'position' | 'isNude' | 'acceptedBy'>;

/**
 * Adds a photo at the end, if its member is neither deleted nor banned and has fewer than `most`, and if it is like no removed photo; the first
 * photo that is not held becomes the main one. `added` gives the row, or no row if it was not added; then nothing else has happened, and its
 * files stay scheduled for removal.
 */
export function addImage(db: Database, image: NewImage, hashes: PhotoHashes, most: number, event: EventInsert) {
  const { id, memberId } = image;
  return {
    insertedImage: db.run(
      sql`
        insert into images (
          id, member_id, position, thumb, medium, large, width, height, thumbhash,
          is_nude, is_nude_by_check, held_since, check_due_at, check_tries)
        select ${id}, ${memberId}, (select coalesce(max(position), -1) + 1 from images where member_id = ${memberId}),
          ${image.thumb}, ${image.medium}, ${image.large}, ${image.width}, ${image.height}, ${image.thumbhash},
          ${Number(image.isNudeByCheck)}, ${Number(image.isNudeByCheck)}, ${image.heldSince}, ${image.checkDueAt}, ${image.checkTries}
        where (select count(*) from images where member_id = ${memberId}) < ${most}
          and not ${isLikeRemovedPhoto(hashes)}
          and exists (select 1 from members where id = ${memberId} and status in ('active', 'not_confirmed'))`,
    ),
    mainImage: db
      .update(members)
      .set({ mainImageId: id, hasPhoto: true })
      .where(and(eq(members.id, memberId), hasShownImage(id, memberId), hasNoMainImage)),
    canceledRemovals: db
      .delete(fileRemovals)
      .where(and(inArray(fileRemovals.name, [image.thumb, image.medium, image.large]), hasImage(id, memberId))),
    events: insertEventWhen(db, event, hasImage(id, memberId)),
    added: db.select().from(images).where(isMine(id, memberId)),
  };
}

/**
 * Deletes a photo of a member and schedules its files for removal, at once or at `filesDueAt`; if it was the main one, the first of the others
 * that are not held becomes it. `deleted` gives its row, or no row.
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
            where next.member_id = ${memberId} and next.id <> ${id} and next.held_since is null order by next.position limit 1)
          else ${members.mainImageId} end`,
      hasPhoto: sql`exists (
        select 1 from images as other where other.member_id = ${memberId} and other.id <> ${id} and other.held_since is null)`,
    })
    .where(and(eq(members.id, memberId), hasImage(id, memberId))),
  deleted: db.delete(images).where(isMine(id, memberId)).returning(),
});

/** Remembers a photo that the batch is about to remove. A drawn portrait is not remembered, because many members share it. */
const rememberRemovedPhoto = (db: Database, photo: PhotoOfMember, { number, reason, removedBy, removedAt }: PhotoRemovalInsert) =>
  db.run(
    sql`
      insert into removed_photos (number, reason, removed_by, removed_at, file, due_at, tries)
      select ${number}, ${reason}, ${removedBy}, ${removedAt}, large, ${removedAt}, 0 from images
      where ${isMine(photo.id, photo.memberId)} and substr(large, 1, ${DEMO_PORTRAIT_PREFIX.length}) <> ${DEMO_PORTRAIT_PREFIX}`,
  );

export interface PhotoOfMember {
  readonly id: string;
  readonly memberId: string;
}

/**
 * Removes a photo as its owner could, but keeps its files, unseen, until `filesDueAt`; and remembers it, so that the same picture is not uploaded
 * again. Its large file is hashed by then. Nothing happens if the photo is gone. `deleted` gives its row, or no row.
 */
export const removeImageByOperator = (
  db: Database,
  photo: PhotoOfMember,
  removal: PhotoRemovalInsert,
  { event, filesDueAt }: { readonly event: EventInsert; readonly filesDueAt: number },
) => ({
  remembered: rememberRemovedPhoto(db, photo, removal),
  ...removeImage(db, photo.id, photo.memberId, event, filesDueAt),
});

/** Changes of a member's photos; null leaves something unchanged. */
export interface PhotoChange {
  /** The photo that becomes the main one, or null. */
  readonly main: string | null;
  /** Every photo of the member in its new order, or null. */
  readonly order: readonly string[] | null;
  readonly nude: { readonly id: string; readonly is: boolean } | null;
}

/**
 * Changes a member's own photos; ids that are not among them are ignored, and so is a main photo that is held. The mark of the photo check
 * stays. `images` gives all photos in order, held ones included.
 */
export const changeImages = (db: Database, memberId: string, { main, order, nude }: PhotoChange) => ({
  mainImage: db
    .update(members)
    .set({ mainImageId: main })
    .where(and(eq(members.id, memberId), hasShownImage(main ?? '', memberId))),
  positions: db.run(
    sql`
        update images
        set position = (select place.key from json_each(${JSON.stringify(order ?? [])}) as place where place.value = images.id)
        where member_id = ${memberId} and id in (select value from json_each(${JSON.stringify(order ?? [])}))`,
  ),
  nudity: db
    .update(images)
    .set({ isNude: sql`${Number(nude?.is ?? false)} or ${images.isNudeByCheck}` })
    .where(isMine(nude?.id ?? '', memberId)),
  images: ownImages(db, memberId),
});
