import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Message } from '#contract/chat';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../platform/store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import type { ConversationMachine } from '../engine/conversation-machine.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';
import { MessageItem } from './message-item.tsx';
import { type ThreadItem, threadItems } from './thread-items.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useVirtualList } from './use-virtual-list.ts';

interface MessageListProps {
  machine: ConversationMachine;
  snapshot: ConversationSnapshot;
  me: string;
  name: string;
  /** Fills the composer; undefined if nothing can be written. */
  onBegin: ((text: string, quote: DraftQuote | null) => void) | undefined;
}

const lazyEmptyThread = createLazyModule(() => import('./empty-thread.tsx'));
const lazyMessageGestures = createLazyModule(() => import('./message-gestures.ts'));
const lazyCautionNote = createLazyModule(() => import('../cautions/caution-note.tsx'));
const SKELETON_ROWS = [0, 1, 2, 3];

function ThreadSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="thread-skeleton" role="status" aria-label={t('status.loading')}>
      {SKELETON_ROWS.map((row) => (
        <span key={row} className="skeleton" />
      ))}
    </div>
  );
}

function TypingDots({ name }: { name: string }) {
  const { t } = useTranslation('chat');
  return (
    <div className="message incoming typing-indicator" role="img" aria-label={t('is_typing', { name })}>
      <i />
      <i />
      <i />
    </div>
  );
}

function useThreadItems({ snapshot, me }: MessageListProps): ThreadItem[] {
  const { messages, pending, thread, firstUnreadSeq } = snapshot;
  const read_by_other_to = thread?.read_by_other_to ?? 0;
  return useMemo(
    () => threadItems({ messages, pending, me, read_by_other_to, firstUnreadSeq }),
    [messages, pending, me, read_by_other_to, firstUnreadSeq],
  );
}

/** The component for cautions, which only messages of a stranger need; undefined for others or until it is loaded. */
function useCautionNote({ thread }: ConversationSnapshot) {
  const part = useStore(lazyCautionNote.loaded);
  const isStranger = thread?.is_stranger === true;
  useEffect(() => {
    if (isStranger) lazyCautionNote.preload();
  }, [isStranger]);
  return isStranger ? part?.CautionNote : undefined;
}

/** Whether the newest message came or was sent while the thread was open. */
function useIsArrival(newest: ThreadItem | undefined, isReady: boolean): boolean {
  const newestAtOpening = useRef<string | null>(null);
  if (newestAtOpening.current === null && isReady) newestAtOpening.current = newest?.at ?? '';
  return newest !== undefined && newestAtOpening.current !== null && newest.at > newestAtOpening.current;
}

interface ItemsProps extends MessageListProps {
  items: readonly ThreadItem[];
  scrollBox: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  virtualizer: RefObject<VirtualizerHandle | null>;
}

function MessageItems({ machine, snapshot, name, onBegin, items, scrollBox, content, virtualizer }: ItemsProps) {
  const virtual = useVirtualList(items.length, snapshot.hasOlder, content);
  const retry = useCallback((clientId: string) => machine.retry(clientId), [machine]);
  const discard = useCallback((clientId: string) => machine.discard(clientId), [machine]);
  const Caution = useCautionNote(snapshot);
  const newest = items.at(-1);
  const isArrival = useIsArrival(newest, snapshot.status === 'ready');
  const emptyThread = useLazyModule(lazyEmptyThread, items.length === 0);
  if (items.length === 0) return emptyThread && <emptyThread.EmptyThread snapshot={snapshot} name={name} onBegin={onBegin} />;
  const renderItem = (item: ThreadItem) => (
    <MessageItem
      key={item.key}
      item={item}
      name={name}
      isLast={item === newest}
      isArrival={item === newest && isArrival}
      Caution={item.isMine ? undefined : Caution}
      onRetry={retry}
      onDiscard={discard}
    />
  );
  if (!virtual) return items.map(renderItem);
  return (
    <virtual.VirtualList items={items} sizes={virtual.sizes} scrollBox={scrollBox} virtualizer={virtualizer}>
      {renderItem}
    </virtual.VirtualList>
  );
}

/** The newest message of the other that came while the thread was open, for a live region; null if there is none. */
function useAnnouncement(messages: readonly Message[], me: string, isReady: boolean): Message | null {
  const newestAtOpening = useRef<number | null>(null);
  const newestOfOther = messages.findLast((message) => message.sender_id !== me);
  if (newestAtOpening.current === null && isReady) newestAtOpening.current = messages.at(-1)?.seq ?? 0;
  return newestOfOther && newestAtOpening.current !== null && newestOfOther.seq > newestAtOpening.current ? newestOfOther : null;
}

/**
 * The messages of a thread, oldest first. The list itself is no live region, so that older pages are not read out; a region beside it
 * announces each new message once.
 */
export function MessageList(props: MessageListProps) {
  const { machine, snapshot, me, name } = props;
  const { t } = useTranslation('chat');
  const items = useThreadItems(props);
  const { box, content, list, scrolled, toEnd, fresh } = useThreadScroll(machine, snapshot, me, items);
  const gestures = useStore(lazyMessageGestures.loaded)?.messageGestures;
  useEffect(() => lazyMessageGestures.preload(), []);
  const announced = useAnnouncement(snapshot.messages, me, snapshot.status === 'ready');
  const isWaiting = snapshot.status === 'loading' && !snapshot.thread && snapshot.pending.length === 0;
  return (
    <div className="messages-frame">
      <div
        className="messages"
        role="log"
        aria-live="off"
        aria-label={t('messages', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        ref={box}
        onScroll={scrolled}
        {...gestures}
      >
        <div className="messages-content" ref={content}>
          {isWaiting ? <ThreadSkeleton /> : <MessageItems {...props} items={items} scrollBox={box} content={content} virtualizer={list} />}
          {snapshot.isTyping && <TypingDots name={name} />}
        </div>
      </div>
      {snapshot.isLoadingOlder && <p className="loading-older">{t('loading_older')}</p>}
      <p className="visually-hidden" aria-live="polite" aria-atomic="true">
        {announced && t('said_aloud', { name, text: announced.text })}
      </p>
      {fresh > 0 && (
        <button type="button" className="new-messages-pill" onClick={toEnd}>
          <Icon name="arrow-down" size="s" />
          {t('fresh_messages', { count: fresh })}
        </button>
      )}
    </div>
  );
}
