import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { CanSendCode } from '#contract/chat';
import { chatsQuery } from '../../../api/chat/chats-query.ts';
import { useNameInText } from '../../../cards/name-in-text.ts';
import { useBlockedOnPage } from '../../../cards/safety/block-state.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { usePageTitle } from '../../../ui/navigation/page-title.ts';
import { Composer, type ComposerHandle } from '../composer/composer.tsx';
import { useChatName } from '../conversation/chat-name.ts';
import type { ThreadInfo } from '../engine/conversation-history.ts';
import type { ConversationMachine } from '../engine/conversation-machine.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';
import { isNotFound } from '../engine/send-failure.ts';
import { MessageList } from './message-list.tsx';
import { ThreadHead } from './thread-head.tsx';
import { useConversation } from './use-conversation.ts';
import './thread.css';

const lazyCannotSendNote = createLazyModule(() => import('./cannot-send-note.tsx'));
/** Whether there is a composer while this is why nothing can be sent. */
const HAS_COMPOSER: Readonly<Record<CanSendCode, boolean>> = {
  not_confirmed: true,
  not_enough_credits: true,
  first_message_limit: true,
  limited: false,
  blocked: false,
  gone: false,
};

function ThreadFailure({ machine, error }: { machine: ConversationMachine; error: unknown }) {
  const { t } = useTranslation('chat');
  if (error !== null && !isNotFound(error)) return <ErrorPanel error={error} onRetry={() => machine.refresh()} />;
  const action = <ButtonLink to="/chats">{t('thread_gone_action')}</ButtonLink>;
  return <EmptyState icon="message-circle" title={t('thread_gone_title')} text={t('thread_gone_text')} action={action} />;
}

/** Whether there is a composer. */
const canWrite = (thread: ThreadInfo | null) => thread !== null && (thread.can_send.code === null || HAS_COMPOSER[thread.can_send.code]);

interface ComposerAreaProps {
  composer: RefObject<ComposerHandle | null>;
  machine: ConversationMachine;
  snapshot: ConversationSnapshot;
  member: string;
  conversation: string;
  name: string;
}

function ComposerArea({ composer, machine, snapshot: { thread }, member, conversation, name }: ComposerAreaProps) {
  const part = useLazyModule(lazyCannotSendNote, thread?.can_send.ok === false);
  if (!thread) return <div className="composer is-waiting" />;
  return (
    <div className="composer">
      {part && <part.CannotSendNote thread={thread} conversation={conversation} name={name} />}
      {canWrite(thread) && (
        <Composer
          ref={composer}
          thread={thread}
          name={name}
          member={member}
          conversation={conversation}
          onSend={(text, expects, about) => machine.send(text, expects, about)}
          onType={() => machine.signalTyping()}
        />
      )}
    </div>
  );
}

/** Reloads the thread after the other was blocked or unblocked on this page, as that changes the permission to write. */
function useRefreshOnBlock(machine: ConversationMachine, profile: string | undefined): void {
  const isBlockedNow = useBlockedOnPage(profile);
  useEffect(() => {
    if (isBlockedNow !== undefined) void machine.refresh();
  }, [machine, isBlockedNow]);
}

/** A conversation: head, messages and composer. */
export function ThreadView({ member, conversation }: { member: string; conversation: string }) {
  const [machine, snapshot] = useConversation(member, conversation);
  const { data: listedProfile } = useQuery({
    ...chatsQuery,
    select: ({ chats }) => chats.find((item) => item.conversation.id === conversation)?.profile ?? null,
  });
  const nameOf = useChatName();
  const profile = snapshot.thread?.profile ?? listedProfile ?? null;
  const name = profile ? nameOf(profile) : '';
  const composer = useRef<ComposerHandle>(null);
  const onEmoji = canWrite(snapshot.thread) ? (emoji: string) => composer.current?.insert(emoji) : undefined;
  const isBlocked = snapshot.thread?.can_send.code === 'blocked';
  usePageTitle(useNameInText()({ name, is_fictional: profile?.is_fictional ?? false }));
  useRefreshOnBlock(machine, profile?.id);
  if (snapshot.status === 'failed') {
    return (
      <section className="chat-thread">
        <ThreadHead profile={profile} conversation={conversation} isBlocked={isBlocked} />
        <div className="thread-failure">
          <ThreadFailure machine={machine} error={snapshot.error} />
        </div>
      </section>
    );
  }
  return (
    <section className="chat-thread" aria-label={name}>
      <ThreadHead profile={profile} conversation={conversation} isBlocked={isBlocked} onEmoji={onEmoji} />
      <MessageList
        machine={machine}
        snapshot={snapshot}
        me={member}
        name={name}
        onBegin={canWrite(snapshot.thread) ? (text, quote) => composer.current?.begin(text, quote) : undefined}
      />
      <ComposerArea composer={composer} machine={machine} snapshot={snapshot} member={member} conversation={conversation} name={name} />
    </section>
  );
}
