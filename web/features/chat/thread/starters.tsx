import type { Profile } from '#contract/profile';
import { useInterestLabels } from '../../../api/profile/catalogue-queries.ts';
import { type DraftQuote, draftQuoteOf } from '../../../cards/quotes/draft-quotes.ts';
import { QuoteLine } from '../../../cards/quotes/quote-block.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import './starters.css';

interface Starter {
  readonly key: string;
  readonly text: string;
  readonly quote: DraftQuote | null;
}

/** Ways to begin a conversation with a member: about their prompts, a shared interest, a photo, their first sentence; the most telling first. */
function useStarters({ prompts, personal, opening_line: line, interests, images, is_fictional: isFictional }: Profile): readonly Starter[] {
  const { t } = useTranslation('chat');
  const own = useUser()?.profile.interests ?? [];
  const shared = interests.filter((interest) => own.includes(interest));
  const labels = useInterestLabels(shared.length > 0).data;
  const [photo] = images;
  const aboutPrompts = prompts.map((prompt) => ({ key: prompt.id, text: t('starter_prompt'), quote: draftQuoteOf.prompt(prompt) }));
  const aboutInterests = shared.flatMap((interest) => {
    const label = labels?.get(interest);
    return label ? [{ key: interest, text: t('starter_interest', { interest: label }), quote: null }] : [];
  });
  const aboutText = line && personal?.includes(line) ? [{ key: 'text', text: t('starter_prompt'), quote: draftQuoteOf.text(line) }] : [];
  const aboutPhoto = photo && !isFictional ? [{ key: photo.id, text: t('starter_photo'), quote: draftQuoteOf.photo(photo) }] : [];
  return [...aboutPrompts.slice(0, 2), ...aboutInterests.slice(0, 1), ...aboutPhoto, ...aboutText];
}

interface StartersProps {
  profile: Profile;
  onBegin: (text: string, quote: DraftQuote | null) => void;
  /** How many are shown. */
  limit?: number;
}

/** Buttons that fill the composer with a first sentence and what it is about. Nothing is sent by them. */
export function Starters({ profile, onBegin, limit = 3 }: StartersProps) {
  const { t } = useTranslation('chat');
  const starters = useStarters(profile).slice(0, limit);
  if (starters.length === 0) return null;
  return (
    <ul className="starters" aria-label={t('starters')}>
      {starters.map(({ key, text, quote }) => (
        <li key={key}>
          <button type="button" className="starter" onClick={() => onBegin(text, quote)}>
            {quote && (
              <span className="muted small">
                <QuoteLine quote={quote.quote} owner={profile.name} />
              </span>
            )}
            <span>{text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
