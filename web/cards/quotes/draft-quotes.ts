import * as v from 'valibot';
import { Quote, QuotedBlock } from '#contract/quotes';
import { readItem, writeItem } from '../../platform/web-storage.ts';

/** What a message is going to quote: as the call names it, and as it is shown until the server has stored the message. */
const DraftQuote = v.object({ block: QuotedBlock, quote: Quote });
export type DraftQuote = v.InferOutput<typeof DraftQuote>;

const keyOf = (member: string, conversation: string) => `draft-quote/${member}/${conversation}`;

/** The quote that was chosen for the next message of a conversation; null if there is none or storage is blocked. */
export function readDraftQuote(member: string, conversation: string): DraftQuote | null {
  const stored = readItem(keyOf(member, conversation));
  const parsed = stored ? v.safeParse(v.pipe(v.string(), v.parseJson(), DraftQuote), stored) : null;
  return parsed?.success ? parsed.output : null;
}

/** Stores it; null deletes it. */
export function storeDraftQuote(member: string, conversation: string, quote: DraftQuote | null): void {
  writeItem(keyOf(member, conversation), quote && JSON.stringify(quote));
}

/** A quote of a part of a profile as the page has it. */
export const draftQuoteOf = {
  photo: (image: Extract<Quote, { photo: unknown }>['photo']): DraftQuote => ({ block: { photo: image.id }, quote: { photo: image } }),
  prompt: ({ id, text }: { id: string; text: string }): DraftQuote => ({ block: { prompt: id }, quote: { prompt: id, text } }),
  field: (field: string, value: string): DraftQuote => ({ block: { field }, quote: { field, value } }),
  text: (text: string): DraftQuote => ({ block: { text }, quote: { text } }),
};
