import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../../api/profile/profile-query.ts';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { QuoteLine } from '../../../cards/quotes/quote-block.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/images/avatar.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import type { ThreadInfo } from '../engine/conversation-history.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';

const lazyStarters = createLazyModule(() => import('./starters.tsx'));

/** What the likes of the two are about. */
function LikedBlocks({ thread: { liked, profile } }: { thread: ThreadInfo }) {
  const { t } = useTranslation('chat');
  const rows = [
    { key: 'mine', quote: liked.mine, owner: profile.name, label: t('match_you_liked') },
    { key: 'theirs', quote: liked.theirs, owner: null, label: t('match_they_liked', { name: profile.name }) },
  ];
  if (!liked.mine && !liked.theirs) return null;
  return (
    <ul className="liked-blocks">
      {rows.map(
        ({ key, quote, owner, label }) =>
          quote && (
            <li key={key}>
              <Icon name="heart" size="xs" />
              <span className="muted small">{label}</span>
              <QuoteLine quote={quote} owner={owner} />
            </li>
          ),
      )}
    </ul>
  );
}

interface EmptyThreadProps {
  snapshot: ConversationSnapshot;
  name: string;
  /** Fills the composer; undefined if nothing can be written. */
  onBegin: ((text: string, quote: DraftQuote | null) => void) | undefined;
}

/** What a thread without messages shows: the other member, a line of theirs, what was liked, and ways to begin. */
export function EmptyThread({ snapshot, name, onBegin }: EmptyThreadProps) {
  const { t } = useTranslation('chat');
  const { thread } = snapshot;
  const startersModule = useLazyModule(lazyStarters, thread !== null);
  const { data: profile } = useQuery({ ...profileQuery(thread?.profile.id ?? ''), enabled: thread !== null && !thread.profile.is_gone });
  if (!thread || thread.profile.is_gone) return <p className="day-divider" />;
  const { profile: card } = thread;
  const hint = t(card.main_image ? 'start_text' : 'start_text_words');
  return (
    <div className="empty-thread">
      <Avatar image={card.main_image} name={card.name} size={96} />
      <h2 className="display display-28">{t('start_title', { name })}</h2>
      {card.opening_line && (
        <p className="empty-thread-line" lang={card.language ?? undefined} dir="auto">
          {card.opening_line}
        </p>
      )}
      <LikedBlocks thread={thread} />
      <p className="muted">{card.is_fictional ? t('start_fictional') : hint}</p>
      {onBegin && profile && startersModule && <startersModule.Starters profile={profile} onBegin={onBegin} />}
    </div>
  );
}
