import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { blocks, catalogue, images, likes, memberFields, memberInterests, memberPrompts, members, regions } from '../../schema/index.ts';

export type ImageRow = typeof images.$inferSelect;

/** The viewer's like of each member of a query; to be left-joined by `isMyLike`. */
export const myLike = alias(likes, 'my_like');

/** The columns of a photo that a card shows. The id is the first, by which a row without a photo is known. */
const cardImage = {
  id: images.id,
  thumb: images.thumb,
  medium: images.medium,
  large: images.large,
  width: images.width,
  height: images.height,
  thumbhash: images.thumbhash,
  isNude: images.isNude,
};
export type CardImage = Pick<ImageRow, keyof typeof cardImage>;
/** The same with what only the owner is told. */
export type OwnImageRow = CardImage & Pick<ImageRow, 'heldSince' | 'isNudeByCheck'>;

/** The beginning of what a member has written about themselves, of which a card shows the first sentence: their text, or else their first prompt. */
const openingText = sql<string | null>`coalesce(substr(${members.personal}, 1, 400),
  (select substr(answer, 1, 400) from ${memberPrompts} where ${memberPrompts.memberId} = ${members.id} order by position limit 1))`;

/** The columns of a card, for queries that join the main image and `myLike`. */
export const cardColumns = {
  id: members.id,
  name: members.name,
  status: members.status,
  dateOfBirth: members.dateOfBirth,
  city: members.city,
  country: members.country,
  countryregion: members.countryregion,
  gender: members.gender,
  language: members.language,
  isFictional: members.isFictional,
  hidePresence: members.hidePresence,
  lastActiveAt: members.lastActiveAt,
  image: cardImage,
  iLike: sql<number>`${myLike.likerId} is not null`,
  openingText,
};

export interface CardRow {
  id: string;
  name: string;
  status: string;
  dateOfBirth: string | null;
  city: string | null;
  country: string | null;
  countryregion: string | null;
  gender: string | null;
  language: string;
  isFictional: boolean;
  hidePresence: boolean;
  lastActiveAt: number;
  image: CardImage | null;
  iLike: number;
  openingText: string | null;
}

/** Join condition of `myLike`: the like that the viewer has given to the member of the row. */
export const isMyLike = (viewerId: string) => and(eq(myLike.likerId, viewerId), eq(myLike.likedId, members.id));
/** Join condition of `images`: the main photo of the member of the row, which is never a held one. */
export const isMainImage = eq(images.id, members.mainImageId);

/** Condition: neither of the two members has blocked the other. */
export const isNotBlocked = (viewerId: string | SQL, otherId: SQL | typeof members.id): SQL =>
  sql`not exists (select 1 from ${blocks}
    where (${blocks.blockerId} = ${viewerId} and ${blocks.blockedId} = ${otherId})
      or (${blocks.blockerId} = ${otherId} and ${blocks.blockedId} = ${viewerId}))`;

const cards = (db: Database, viewerId: string) =>
  db.select(cardColumns).from(members).leftJoin(images, isMainImage).leftJoin(myLike, isMyLike(viewerId));

/** One member's card for a viewer (empty id: a visitor). Deleted and banned members give a row, too; the caller checks their status. */
export const cardOfMember = prepared((db, viewerId: string, id: string) => cards(db, viewerId).where(eq(members.id, id)));

/** The card and the other columns of the member page; no row if the member does not exist. */
export const profileOfMember = prepared((db, viewerId: string, id: string) =>
  db
    .select({
      ...cardColumns,
      personal: members.personal,
      sensitiveConsentVersion: members.sensitiveConsentVersion,
      sensitiveConsentAt: members.sensitiveConsentAt,
      sensitiveConsentEndedAt: members.sensitiveConsentEndedAt,
      isSearchable: members.isSearchable,
      allowSearchEngines: members.allowSearchEngines,
      createdAt: members.createdAt,
      // A like of an unconfirmed member does not show.
      likesMe: sql<number>`(${members.status} = 'active' and exists (select 1 from ${likes} where ${likes.likerId} = ${members.id} and ${likes.likedId} = ${viewerId}))`,
      iBlock: sql<number>`exists (select 1 from ${blocks} where ${blocks.blockerId} = ${viewerId} and ${blocks.blockedId} = ${members.id})`,
      blocksMe: sql<number>`exists (select 1 from ${blocks} where ${blocks.blockerId} = ${members.id} and ${blocks.blockedId} = ${viewerId})`,
    })
    .from(members)
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(viewerId))
    .where(eq(members.id, id)),
);

/** The photos of a member that others see, in their order. */
export const shownImages = prepared((db, memberId: string) =>
  db
    .select(cardImage)
    .from(images)
    .where(and(eq(images.memberId, memberId), isNull(images.heldSince)))
    .orderBy(asc(images.position)),
);

/** All photos of a member in their order, held ones included, for the member alone. */
export const ownImages = prepared((db, memberId: string) =>
  db
    .select({ ...cardImage, heldSince: images.heldSince, isNudeByCheck: images.isNudeByCheck })
    .from(images)
    .where(eq(images.memberId, memberId))
    .orderBy(asc(images.position)),
);

/** The profile fields that a member has filled in. */
export const fieldsOfMember = prepared((db, id: string) =>
  db.select({ fieldId: memberFields.fieldId, value: memberFields.value }).from(memberFields).where(eq(memberFields.memberId, id)),
);

/** A member's answers to prompts in their order. */
export const promptsOfMember = prepared((db, id: string) =>
  db
    .select({ id: memberPrompts.promptId, text: memberPrompts.answer })
    .from(memberPrompts)
    .where(eq(memberPrompts.memberId, id))
    .orderBy(asc(memberPrompts.position)),
);

export const interestsOfMember = prepared((db, id: string) =>
  db.select({ interestId: memberInterests.interestId }).from(memberInterests).where(eq(memberInterests.memberId, id)),
);

const inOrder = [asc(catalogue.parent), asc(catalogue.position)] as const;

/** Profile fields and their values, in display order. */
export const catalogueFields = (db: Database) =>
  db
    .select()
    .from(catalogue)
    .where(inArray(catalogue.kind, ['field', 'value']))
    .orderBy(...inOrder);

export const cataloguePrompts = (db: Database) =>
  db.select().from(catalogue).where(eq(catalogue.kind, 'prompt')).orderBy(asc(catalogue.position));

export const catalogueInterests = (db: Database) =>
  db.select().from(catalogue).where(eq(catalogue.kind, 'interest')).orderBy(asc(catalogue.position));

/** The regions of a country by name; none for an unknown country. */
export const regionsOfCountry = (db: Database, country: string) =>
  db.select({ id: regions.id, name: regions.name }).from(regions).where(eq(regions.country, country)).orderBy(asc(regions.name));

/** Those of the given interests that exist in the catalogue. */
export const knownInterests = (db: Database, ids: readonly string[]) =>
  db
    .select({ id: catalogue.id })
    .from(catalogue)
    .where(and(eq(catalogue.kind, 'interest'), inArray(catalogue.id, [...ids])));

/** Those of the given prompts that exist in the catalogue. */
export const knownPrompts = (db: Database, ids: readonly string[]) =>
  db
    .select({ id: catalogue.id })
    .from(catalogue)
    .where(and(eq(catalogue.kind, 'prompt'), inArray(catalogue.id, [...ids])));

/** Every value that these profile fields may take. */
export const knownValues = (db: Database, fields: readonly string[]) =>
  db
    .select({ field: catalogue.parent, value: catalogue.id })
    .from(catalogue)
    .where(and(eq(catalogue.kind, 'value'), inArray(catalogue.parent, [...fields])));

export const regionById = (db: Database, id: string) => db.select().from(regions).where(eq(regions.id, id));
