import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';
import { messages } from './chat.ts';
import { images, memberFields, memberPrompts } from './profile.ts';

/** A column with the id of a member; its row is deleted with the account. */
const memberReference = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * What a like or a message is about: a photo, a prompt, a field or a piece of the text about the member in the profile of `ownerId`. `text`
 * holds the words as they were when `authorId` quoted them: the answer, the value of the field or the piece; it is empty for a photo. A quote
 * without a message belongs to the like of the pair. It is deleted with the photo, prompt or field that it quotes.
 */
export const quotes = sqliteTable(
  'quotes',
  {
    id: text().primaryKey(),
    authorId: memberReference(),
    ownerId: memberReference(),
    messageId: text().references(() => messages.id, { onDelete: 'cascade' }),
    imageId: text().references(() => images.id, { onDelete: 'cascade' }),
    promptId: text(),
    fieldId: text(),
    text: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('quotes_of_message').on(t.messageId),
    uniqueIndex('quotes_of_like').on(t.authorId, t.ownerId).where(sql`message_id is null`),
    index('quotes_of_image').on(t.imageId).where(sql`image_id is not null`),
    index('quotes_of_author').on(t.authorId),
    index('quotes_of_owner').on(t.ownerId, t.promptId, t.fieldId),
    foreignKey({ columns: [t.ownerId, t.promptId], foreignColumns: [memberPrompts.memberId, memberPrompts.promptId] }).onDelete('cascade'),
    foreignKey({ columns: [t.ownerId, t.fieldId], foreignColumns: [memberFields.memberId, memberFields.fieldId] }).onDelete('cascade'),
  ],
);
