import * as v from 'valibot';
import { boundedText, Id, Slug } from './primitives.ts';
import { Image } from './profile.ts';

/** The most characters of a piece of a member's text that can be quoted. */
export const QUOTE_MAX = 500;

/**
 * What a like or a message is about, as its sender names it: a photo, prompt or field of the receiver's profile by its id, or a piece of their
 * text about themselves, word by word (docs/product.md, "Quotes").
 */
export const QuotedBlock = v.union(
  [
    v.strictObject({ photo: Id }),
    v.strictObject({ prompt: Slug }),
    v.strictObject({ field: Slug }),
    v.strictObject({ text: boundedText(1, QUOTE_MAX) }),
  ],
  'wrong_type',
);
export type QuotedBlock = v.InferOutput<typeof QuotedBlock>;

/** A quote as both members see it: `text` is the answer to the prompt and `value` the value of the field as they were when they were quoted. */
export const Quote = v.union([
  v.object({ photo: Image }),
  v.object({ prompt: Slug, text: v.string() }),
  v.object({ field: Slug, value: Slug }),
  v.object({ text: v.string() }),
]);
export type Quote = v.InferOutput<typeof Quote>;

/** What two members liked of each other: the caller of the other, and the other of the caller. Null for a like that quotes nothing. */
export const LikeQuotes = v.object({ mine: v.nullable(Quote), theirs: v.nullable(Quote) });
export type LikeQuotes = v.InferOutput<typeof LikeQuotes>;
