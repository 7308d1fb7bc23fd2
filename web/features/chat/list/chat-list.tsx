import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ChatListItem } from '#contract/chat';
import ingrid from '../../../../assets/portraits/site/small/ingrid.webp';
import zofia from '../../../../assets/portraits/site/small/zofia.webp';
import { chatsQuery } from '../../../api/chat/chats-query.ts';
import { likesQuery } from '../../../api/likes/likes-query.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { EmptyState, EmptyStateFace } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { animateRows } from '../../../ui/lists/animate-rows.ts';
import { useFocusAddedItems } from '../../../ui/lists/focus-added-items.ts';
import { ChatEntry } from './chat-list-item.tsx';
import { useOlderChats } from './use-older-chats.ts';
import { useTypingChats } from './use-typing-chats.ts';
import './match-row.css';

const lazyMatchRow = createLazyModule(() => import('./match-row.tsx'));

/** The row of matches above the chats, whose place is kept while its code is loaded; nothing without matches. */
function MatchRowSlot() {
  const hasMatches = (useQuery(likesQuery).data?.totals.matches ?? 0) > 0;
  const part = useLazyModule(lazyMatchRow, hasMatches);
  if (!hasMatches) return null;
  return <div className="match-row">{part && <part.MatchRow />}</div>;
}

const lazyChatSearch = createLazyModule(() => import('./chat-search.tsx'));
const lazyMessageRequests = createLazyModule(() => import('./message-requests.tsx'));
const SKELETON_ROWS = [0, 1, 2, 3, 4, 5];

function ChatListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="list" role="status" aria-label={t('status.loading')}>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="list-item chat-item-skeleton" aria-hidden="true">
          <span className="avatar skeleton" />
          <span className="flex-grow">
            <span className="skeleton name row" />
            <span className="skeleton preview row" />
          </span>
        </div>
      ))}
    </div>
  );
}

function NoChats() {
  const { t } = useTranslation('chat');
  const hasPictures = useFeatureFlag('ui', 'imageDesign');
  const drawing = (
    <div className="example-conversation" aria-hidden="true">
      {hasPictures && <EmptyStateFace face={zofia} />}
      <div className="example-messages">
        <p className="message incoming">{t('empty_art_in')}</p>
        <p className="message outgoing">{t('empty_art_out')}</p>
      </div>
    </div>
  );
  const action = <ButtonLink to="/members">{t('empty_action')}</ButtonLink>;
  return <EmptyState art={drawing} title={t('empty_title')} text={t('empty_text')} action={action} />;
}

interface EntriesProps {
  chats: readonly ChatListItem[];
  me: string;
  current: string | undefined;
  typing: ReadonlySet<string>;
}

function Entries({ chats, me, current, typing }: EntriesProps) {
  return (
    <ul className="list" ref={animateRows}>
      {chats.map((item) => (
        <ChatEntry
          key={item.conversation.id}
          item={item}
          me={me}
          isTyping={typing.has(item.conversation.id)}
          isCurrent={item.conversation.id === current}
        />
      ))}
    </ul>
  );
}

function SearchResults({ chats, query, onClose, ...rest }: EntriesProps & { query: string; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const part = useLazyModule(lazyChatSearch, true);
  const found = chats.filter((item) => part?.matchesSearch(item, query) ?? true);
  if (found.length === 0) {
    const action = (
      <Button tone="quiet" onClick={onClose}>
        {t('search_close')}
      </Button>
    );
    return <EmptyState faces={[ingrid]} icon="search" title={t('search_none', { query })} text={t('search_none_text')} action={action} />;
  }
  return <Entries chats={found} {...rest} />;
}

type AllChatsProps = EntriesProps & { older: ReturnType<typeof useOlderChats> };

/** The conversations, with message requests folded below and a button that loads older ones. */
function AllChats({ chats, older, ...rest }: AllChatsProps) {
  const { t } = useTranslation('chat');
  const requests = chats.filter((item) => item.conversation.is_aside);
  const others = chats.filter((item) => !item.conversation.is_aside);
  const part = useLazyModule(lazyMessageRequests, requests.length > 0);
  const { area, goOn } = useFocusAddedItems(
    [...others, ...requests].map((item) => item.conversation.id),
    null,
    'li',
  );
  return (
    <div ref={area}>
      <MatchRowSlot />
      <Entries chats={others} {...rest} />
      {part && requests.length > 0 && (
        <part.MessageRequests count={requests.length}>
          <Entries chats={requests} {...rest} />
        </part.MessageRequests>
      )}
      {older.hasMore && (
        <div className="older-chats">
          <Button tone="quiet" busy={older.isLoading} onClick={() => older.load(goOn)}>
            {t('older_chats')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Content({ query, onCloseSearch, ...rest }: Omit<EntriesProps, 'chats' | 'typing'> & { query: string; onCloseSearch: () => void }) {
  const typing = useTypingChats();
  const { data, error, refetch, isFetching } = useQuery(chatsQuery);
  const likes = useQuery(likesQuery);
  const older = useOlderChats(data);
  // The row of matches stands above the list, which would move if it came later.
  const isAwaitingMatches = likes.isPending && likes.isFetching;
  if (!data || isAwaitingMatches)
    return error ? <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} /> : <ChatListSkeleton />;
  const chats = [...data.chats, ...older.chats];
  if (chats.length === 0)
    return (
      <>
        <MatchRowSlot />
        <NoChats />
      </>
    );
  if (query) return <SearchResults chats={chats} query={query} typing={typing} onClose={onCloseSearch} {...rest} />;
  return <AllChats chats={chats} older={older} typing={typing} {...rest} />;
}

/** The conversations of the member, newest first, with a search by name or last message. */
export function ChatList({ me, current }: { me: string; current: string | undefined }) {
  const { t } = useTranslation('chat');
  const [search, setSearch] = useState<string | null>(null);
  const part = useLazyModule(lazyChatSearch, search !== null);
  const Title = current ? 'h2' : 'h1';
  const query = useDeferredValue(search?.trim() ?? '');
  return (
    <section className="chat-list" aria-label={t('title')}>
      <header className="page-head">
        <Title className="display display-28">{t('title')}</Title>
        {search === null && <IconButton name="search" label={t('search')} onClick={() => setSearch('')} />}
      </header>
      {search !== null && part && <part.ChatSearch value={search} onChange={setSearch} onClose={() => setSearch(null)} />}
      <Content query={query} me={me} current={current} onCloseSearch={() => setSearch(null)} />
    </section>
  );
}
