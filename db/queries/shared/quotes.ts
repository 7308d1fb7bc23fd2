import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members } from '../../schema/index.ts';
import { isConsentInForce } from './sensitive-consent.ts';

/**
 * What is quoted: a photo, a prompt or a field by its id, or a piece of the text about the member. `consentVersion` is set for a sensitive
 * field, which may be quoted only with its member's consent.
 */
export type QuotedBlock =
  | { readonly photo: string }
  | { readonly prompt: string }
  | { readonly field: string; readonly consentVersion?: number }
  | { readonly text: string };

/** A quote to be stored: who quotes whose profile, and in which message; null for a like. Time in ms. */
export interface QuoteInsert {
  readonly id: string;
  readonly authorId: string;
  readonly ownerId: string;
  readonly messageId: string | null;
  readonly createdAt: number;
}

/** The columns that name a block, and the words to be stored: null if the owner's profile has no such block. */
function blockColumns(block: QuotedBlock, ownerId: string): { image: SQL; prompt: SQL; field: SQL; words: SQL } {
  const none = sql`null`;
  if ('photo' in block) {
    const words = sql`(select '' from images where id = ${block.photo} and member_id = ${ownerId} and held_since is null)`;
    return { image: sql`${block.photo}`, prompt: none, field: none, words };
  }
  if ('prompt' in block) {
    const words = sql`(select answer from member_prompts where member_id = ${ownerId} and prompt_id = ${block.prompt})`;
    return { image: none, prompt: sql`${block.prompt}`, field: none, words };
  }
  if ('field' in block) {
    const { consentVersion } = block;
    const isShown =
      consentVersion === undefined
        ? sql`true`
        : sql`exists (select 1 from ${members} where ${members.id} = ${ownerId} and ${isConsentInForce(consentVersion)})`;
    const words = sql`(select value from member_fields where member_id = ${ownerId} and field_id = ${block.field} and ${isShown})`;
    return { image: none, prompt: none, field: sql`${block.field}`, words };
  }
  return {
    image: none,
    prompt: none,
    field: none,
    words: sql`(select ${block.text} from members where id = ${ownerId} and instr(personal, ${block.text}) > 0)`,
  };
}

/**
 * Stores a quote if `when` holds inside the batch; a like keeps the quote that it has. A block that the owner's profile does not have violates
 * `NOT NULL quotes.text` and undoes the batch.
 */
export function insertQuoteWhen(db: Database, { id, authorId, ownerId, messageId, createdAt }: QuoteInsert, block: QuotedBlock, when: SQL) {
  const { image, prompt, field, words } = blockColumns(block, ownerId);
  return db.run(
    sql`
      insert into quotes (id, author_id, owner_id, message_id, image_id, prompt_id, field_id, text, created_at)
      select ${id}, ${authorId}, ${ownerId}, ${messageId}, ${image}, ${prompt}, ${field}, ${words}, ${createdAt} where ${when}
      on conflict do nothing`,
  );
}

/** Deletes the quote of a like. */
export const deleteQuoteOfLike = (db: Database, likerId: string, likedId: string) =>
  db.run(sql`delete from quotes where author_id = ${likerId} and owner_id = ${likedId} and message_id is null`);

/** Deletes the quotes of pieces of a member's text that it no longer contains. It follows the change of the text in its batch. */
export const deleteQuotesOfRemovedText = (db: Database, ownerId: string) =>
  db.run(
    sql`
      delete from quotes where owner_id = ${ownerId} and image_id is null and prompt_id is null and field_id is null
        and instr((select coalesce(personal, '') from members where id = ${ownerId}), text) = 0`,
  );

const photoJson = sql.raw(`json_object('photo', json_object(
  'id', photo.id, 'thumb_filename', photo.thumb, 'medium_filename', photo.medium, 'large_filename', photo.large,
  'width', photo.width, 'height', photo.height, 'thumbhash', photo.thumbhash, 'is_nude', json(iif(photo.is_nude, 'true', 'false'))))`);

/**
 * The quote as JSON text in the form of the contract, as one of its two members sees it; null if there is none, while the account of the quoted
 * member is deleted or banned, and to its author while the quoted member blocks them (docs/product.md, "Quotes"). The concatenation makes it
 * plain text, which `json_array` would otherwise take for a value.
 */
const quoteJson = (isWanted: SQL, viewerId: SQL | string): SQL<string | null> => sql<string | null>`(
  select case
    when quote.image_id is not null then ${photoJson}
    when quote.prompt_id is not null then json_object('prompt', quote.prompt_id, 'text', quote.text)
    when quote.field_id is not null then json_object('field', quote.field_id, 'value', quote.text)
    else json_object('text', quote.text) end
  from quotes as quote left join images as photo on photo.id = quote.image_id
  join members as quoted on quoted.id = quote.owner_id and quoted.status in ('active', 'not_confirmed')
  where ${isWanted} and not exists (
    select 1 from blocks where blocker_id = quote.owner_id and blocked_id = quote.author_id and blocked_id = ${viewerId})) || ''`;

/** What a like quotes, as JSON text, as the giver or receiver of the like sees it. */
export const quoteOfLike = (likerId: SQL | string, likedId: SQL | string, viewerId: SQL | string): SQL<string | null> =>
  quoteJson(sql`quote.author_id = ${likerId} and quote.owner_id = ${likedId} and quote.message_id is null`, viewerId);

/** What a message quotes, as JSON text, as its sender or recipient sees it. */
export const quoteOfMessage = (messageId: SQL | string, viewerId: SQL | string): SQL<string | null> =>
  quoteJson(sql`quote.message_id = ${messageId}`, viewerId);
