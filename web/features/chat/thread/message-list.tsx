import { type RefObject, useCallback, useEffect, useMemo } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../platform/store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { createPart } from '../../../ui/lazy-module.ts';
import type { ConversationMachine } from '../engine/conversation-machine.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';
import { ThreadStart } from './empty-thread.tsx';
import { MessageItem } from './message-item.tsx';
import { type ThreadItem, threadItems } from './thread-items.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useLongList } from './use-virtual-list.ts';

interface MessageListProps {
  machine: ConversationMachine;
  snapshot: ConversationSnapshot;
  me: string;
  name: string;
}

const gesturing = createPart(() => import('./message-gestures.ts'));
const cautious = createPart(() => import('../cautions/caution-note.tsx'));
const WAITING_ROWS = [0, 1, 2, 3];

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className="thread-wait" role="status" aria-label={t('status.loading')}>
      {WAITING_ROWS.map((row) => (
        <span key={row} className="skel" />
      ))}
    </div>
  );
}

function Dots({ name }: { name: string }) {
  const { t } = useTranslation('chat');
  return (
    <div className="msg in typing" role="img" aria-label={t('is_typing', { name })}>
      <i />
      <i />
      <i />
    </div>
  );
}

function useItems({ snapshot, me }: MessageListProps): ThreadItem[] {
  const { messages, pending, thread, firstUnread } = snapshot;
  const read_by_other_to = thread?.read_by_other_to ?? 0;
  return useMemo(
    () => threadItems({ messages, pending, me, read_by_other_to, firstUnread }),
    [messages, pending, me, read_by_other_to, firstUnread],
  );
}

/** The component for cautions, which only messages of a stranger need; undefined for others or until it is loaded. */
function useCautionNote({ thread }: ConversationSnapshot) {
  const part = useStore(cautious.loaded);
  const isStranger = thread?.is_stranger === true;
  useEffect(() => {
    if (isStranger) cautious.ask(false);
  }, [isStranger]);
  return isStranger ? part?.CautionNote : undefined;
}

interface ItemsProps extends MessageListProps {
  items: readonly ThreadItem[];
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  list: RefObject<VirtualizerHandle | null>;
}

function Items({ machine, snapshot, name, items, box, content, list }: ItemsProps) {
  const virtual = useLongList(items.length, snapshot.hasOlder, content);
  const retry = useCallback((clientId: string) => machine.retry(clientId), [machine]);
  const discard = useCallback((clientId: string) => machine.discard(clientId), [machine]);
  const Caution = useCautionNote(snapshot);
  const until = snapshot.thread?.first_messages?.resets_at ?? null;
  if (items.length === 0) return <ThreadStart snapshot={snapshot} name={name} />;
  const newest = items.at(-1);
  const renderItem = (item: ThreadItem) => (
    <MessageItem
      key={item.key}
      item={item}
      name={name}
      isLast={item === newest}
      until={item.failed && until}
      Caution={item.isMine ? undefined : Caution}
      onRetry={retry}
      onDiscard={discard}
    />
  );
  if (!virtual) return items.map(renderItem);
  return (
    <virtual.VirtualList items={items} sizes={virtual.sizes} box={box} list={list}>
      {renderItem}
    </virtual.VirtualList>
  );
}

/**
 * The messages of a thread, oldest first. The list itself is no live region, so that older pages are not read out; a region beside it
 * announces each new message once.
 */
export function MessageList(props: MessageListProps) {
  const { machine, snapshot, me, name } = props;
  const { t } = useTranslation('chat');
  const items = useItems(props);
  const { box, content, list, scrolled, toEnd, fresh } = useThreadScroll(machine, snapshot, me, items);
  const gestures = useStore(gesturing.loaded)?.messageGestures;
  useEffect(() => gesturing.ask(false), []);
  const announced = useAnnouncement(snapshot.messages, me, snapshot.status === 'ready');
  const isWaiting = snapshot.status === 'loading' && !snapshot.thread && snapshot.pending.length === 0;
  return (
    <div className="msgs-frame">
      <div
        className="msgs"
        role="log"
        aria-live="off"
        aria-label={t('messages', { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        ref={box}
        onScroll={scrolled}
        {...gestures}
      >
        <div className="msgs-in" ref={content}>
          {isWaiting ? <Waiting /> : <Items {...props} items={items} box={box} content={content} list={list} />}
          {snapshot.isTyping && <Dots name={name} />}
        </div>
      </div>
      {snapshot.isLoadingOlder && <p className="older">{t('loading_older')}</p>}
      <p className="vh" aria-live="polite" aria-atomic="true">
        {announced && t('said_aloud', { name, text: announced.text })}
      </p>
      {fresh > 0 && (
        <button type="button" className="pill-new" onClick={toEnd}>
          <Icon name="arrow-down" size="s" />
          {t('fresh_messages', { count: fresh })}
        </button>
      )}
    </div>
  );
}
