import type { CaseEvidence, CasePhoto } from '#contract/operator/operated-cases';
import { formatList } from '../../i18n/format.ts';
import { RelativeTime } from '../parts/relative-time.tsx';
import { useTexts } from '../texts.ts';
import { usePromptText } from './case-words.ts';

type Message = CaseEvidence['messages'][number];

/** The places of photos in the list of the case, as people read them. */
const placesOf = (ids: readonly string[], photos: readonly CasePhoto[]): string[] =>
  ids.map((id) => photos.findIndex((photo) => photo.id === id) + 1).flatMap((place) => (place > 0 ? [String(place)] : []));

/** Whether a profile looked the same in two pieces of evidence. */
export const isSameProfile = (one: CaseEvidence, other: CaseEvidence): boolean =>
  JSON.stringify([one.name, one.personal, one.prompts, one.photos]) ===
  JSON.stringify([other.name, other.personal, other.prompts, other.photos]);

/** What somebody has written, in their own words. */
export function Words({ children }: { readonly children: string }) {
  return (
    <blockquote className="case-words" dir="auto">
      {children}
    </blockquote>
  );
}

/** A profile as it was when it was reported. */
export function ProfileThen({ evidence, photos }: { readonly evidence: CaseEvidence; readonly photos: readonly CasePhoto[] }) {
  const t = useTexts('cases');
  const promptText = usePromptText();
  const { name, personal, prompts } = evidence;
  const places = placesOf(evidence.photos, photos);
  return (
    <dl className="case-profile">
      <div>
        <dt>{t('name_then')}</dt>
        <dd dir="auto">{name}</dd>
      </div>
      {personal !== null && (
        <div>
          <dt>{t('personal_then')}</dt>
          <dd>
            <Words>{personal}</Words>
          </dd>
        </div>
      )}
      {prompts.map(({ id, text }) => (
        <div key={id}>
          <dt>{promptText(id)}</dt>
          <dd>
            <Words>{text}</Words>
          </dd>
        </div>
      ))}
      {places.length > 0 && (
        <div>
          <dt>{t('photos')}</dt>
          <dd>{formatList(places)}</dd>
        </div>
      )}
    </dl>
  );
}

/** What a message quotes. */
function QuotedLine({ quote, photos }: { readonly quote: NonNullable<Message['quote']>; readonly photos: readonly CasePhoto[] }) {
  const t = useTexts('cases');
  const promptText = usePromptText();
  const { text, photo, prompt, field } = quote;
  const [place] = photo === null ? [] : placesOf([photo], photos);
  const subject = photo !== null ? t('photo', { place: place ?? '?' }) : prompt !== null ? promptText(prompt) : field;
  return (
    <p className="case-quoted small" dir="auto">
      <span className="muted">{t('quotes')}</span> {[subject, text].filter((part) => part !== null).join(': ')}
    </p>
  );
}

interface MessagesProps {
  readonly evidence: CaseEvidence;
  readonly photos: readonly CasePhoto[];
}

/** The messages that were reported, and no others of their conversation. */
export function ReportedMessages({ evidence, photos }: MessagesProps) {
  const t = useTexts('cases');
  if (evidence.messages.length === 0) return null;
  return (
    <div className="case-conversation">
      <p className="small muted">{t('messages_lead')}</p>
      <ol>
        {evidence.messages.map(({ id, text, is_of_member: isTheirs, created_at: at, quote }) => (
          <li key={id} className={isTheirs ? 'case-message' : 'case-message is-other'}>
            {quote && <QuotedLine quote={quote} photos={photos} />}
            <p className="case-message-text" dir="auto">
              {text}
            </p>
            <p className="small muted">
              {isTheirs ? evidence.name : t('the_other')}, <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
