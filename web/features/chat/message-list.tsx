import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ConversationMachine, ConversationSnapshot } from './conversation-machine.ts';
import { ThreadRow } from './message-rows.tsx';
import { threadRows } from './thread-rows.ts';
import { useAnnouncement } from './use-announcement.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

interface MessageListProps {
  machine: ConversationMachine;
  snapshot: ConversationSnapshot;
  me: string;
  name: string;
}

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

function Beginning({ snapshot, name }: Pick<MessageListProps, 'snapshot' | 'name'>) {
  const { t } = useTranslation('chat');
  const profile = snapshot.thread?.profile;
  if (!profile || profile.is_gone) return <p className="day" />;
  return (
    <div className="thread-start">
      <Avatar image={profile.main_image} name={profile.name} size={96} />
      <h2 className="d d28">{t('start_title', { name })}</h2>
      <p className="soft">{profile.is_fictional ? t('start_fictional') : t('start_text')}</p>
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

function Rows({ machine, snapshot, me, name }: MessageListProps) {
  const { messages, pending, thread } = snapshot;
  const read_by_other_to = thread?.read_by_other_to ?? 0;
  const rows = useMemo(() => threadRows({ messages, pending, me, read_by_other_to }), [messages, pending, me, read_by_other_to]);
  const [retry, discard] = useMemo(() => [(id: string) => machine.retry(id), (id: string) => machine.discard(id)], [machine]);
  if (rows.length === 0) return <Beginning snapshot={snapshot} name={name} />;
  return rows.map((row) => <ThreadRow key={row.key} row={row} name={name} onRetry={retry} onDiscard={discard} />);
}

/** What was said, oldest first. The log is silent for screen readers, so that older pages are not read out; new words are said beside it, once. */
export function MessageList(props: MessageListProps) {
  const { machine, snapshot, me, name } = props;
  const { t } = useTranslation('chat');
  const { box, scrolled, toEnd, fresh } = useThreadScroll(machine, snapshot, me);
  const said = useAnnouncement(snapshot.messages, me, snapshot.status === 'ready');
  const isWaiting = snapshot.status === 'loading' && !snapshot.thread && snapshot.pending.length === 0;
  return (
    <div className="msgs-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div className="msgs" role="log" aria-live="off" aria-label={t('messages', { name })} tabIndex={0} ref={box} onScroll={scrolled}>
        {isWaiting ? (
          <Waiting />
        ) : (
          <>
            <Rows {...props} />
            {snapshot.isTyping && <Dots name={name} />}
          </>
        )}
      </div>
      {snapshot.isLoadingOlder && <p className="older">{t('loading_older')}</p>}
      <p className="vh" aria-live="polite" aria-atomic="true">
        {said && t('said_aloud', { name, text: said.text })}
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
