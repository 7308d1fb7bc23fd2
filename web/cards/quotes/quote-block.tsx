import type { Quote } from '#contract/quotes';
import { Photo } from '../../ui/images/photo.tsx';
import { useQuoteWords } from './quote-words.ts';
import './quotes.css';

interface QuoteProps {
  quote: Quote;
  /** The name of the quoted member; null if it is the member who looks. */
  owner: string | null;
}

/** A quote above a message or in a sheet: the photo, or the words under the name of their block. */
export function QuoteBlock({ quote, owner }: QuoteProps) {
  const { label, text } = useQuoteWords(quote, owner);
  if ('photo' in quote)
    return (
      <span className="quote-block is-photo">
        <Photo image={quote.photo} alt={label ?? ''} sizes="160px" />
      </span>
    );
  return (
    <span className="quote-block">
      {label && <span className="quote-label">{label}</span>}
      {text && (
        <bdi className="quote-text" dir="auto">
          {text}
        </bdi>
      )}
    </span>
  );
}

/** A quote on one line, for cards and lists: a small photo, or the beginning of its words. */
export function QuoteLine({ quote, owner }: QuoteProps) {
  const { label, text } = useQuoteWords(quote, owner);
  return (
    <span className="quote-line">
      {'photo' in quote && <Photo image={quote.photo} alt="" sizes="48px" />}
      <span className="truncate">
        {label}
        {label && text && ' · '}
        {text && <bdi dir="auto">{text}</bdi>}
      </span>
    </span>
  );
}
