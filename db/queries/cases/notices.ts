import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { caseSources, images, members } from '../../schema/index.ts';

/** The fields by which two notices count as the same. */
export interface NoticeContent {
  readonly email: string | null;
  readonly place: string;
  readonly law: string;
  readonly text: string;
}

const isSameNotice = ({ email, place, law, text }: NoticeContent, since: number) =>
  and(
    eq(caseSources.kind, 'notice'),
    gt(caseSources.createdAt, since),
    sql`${caseSources.email} is ${email}`,
    eq(caseSources.place, place),
    eq(caseSources.law, law),
    eq(caseSources.text, text),
  );

/** The number of a notice with the same content made since a time, if there is one. */
export const sameNotice = (db: Database, content: NoticeContent, since: number) =>
  db.select({ number: caseSources.id }).from(caseSources).where(isSameNotice(content, since)).limit(1);

/** Condition: no notice with the same content was made since a time. */
export const isNewNotice = (content: NoticeContent, since: number): SQL =>
  sql`not exists (select 1 from case_sources where ${isSameNotice(content, since)})`;

/** Condition: a notice is stored, for its mail in the same batch. */
export const isNoticeStored = (number: string): SQL => sql`exists (select 1 from case_sources where id = ${number})`;

/** The member with an id that a notice names; no row if there is none. */
export const memberOfNotice = (db: Database, id: string) => db.select({ id: members.id }).from(members).where(eq(members.id, id));

/** The photo that has a file of this name, with its member; no row if there is none. */
export const photoOfFile = (db: Database, name: string) =>
  db
    .select({ id: images.id, memberId: images.memberId })
    .from(images)
    .where(sql`${images.thumb} = ${name} or ${images.medium} = ${name} or ${images.large} = ${name}`)
    .limit(1);

/** The notices that a member has made, the oldest first. */
export const noticesOfMember = (db: Database, memberId: string) =>
  db
    .select({
      number: caseSources.id,
      where: caseSources.place,
      law: caseSources.law,
      text: caseSources.text,
      name: caseSources.name,
      email: caseSources.email,
      locale: caseSources.locale,
      complaint: caseSources.complaintNumber,
      createdAt: caseSources.createdAt,
    })
    .from(caseSources)
    .where(and(eq(caseSources.memberId, memberId), eq(caseSources.kind, 'notice')))
    .orderBy(asc(caseSources.createdAt));
