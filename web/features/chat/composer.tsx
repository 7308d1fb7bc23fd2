import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { roomLeft, sendable } from './composer-rules.ts';
import type { Thread } from './conversation-history.ts';
import { keepDraft, readDraft } from './drafts.ts';
import './composer.css';

const TOUCH = '(hover: none) and (pointer: coarse)';

/** Where the browser does not size a field by its text, its height follows here. */
function useGrowing(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    if (!field.current || CSS.supports('field-sizing', 'content')) return;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [text]);
  return field;
}

/** What was typed, kept a conversation and a member. */
function useDraft(member: string, conversation: string) {
  const [text, setText] = useState(() => readDraft(member, conversation));
  useEffect(() => keepDraft(member, conversation, text), [member, conversation, text]);
  return [text, setText] as const;
}

function usePriceWords({ price }: Thread, name: string) {
  const { t } = useTranslation('chat');
  const send = price.credits > 0 ? t('send_priced', { count: price.credits }) : t('send');
  const why = price.reason === 'priced' ? null : t(`free_${price.reason}`, { name });
  return { send, why };
}

/** Says why it costs nothing, and how much room is left. */
function ComposerNote({ why, left }: { why: string | null; left: number | null }) {
  const { t } = useTranslation('chat');
  if (why === null && left === null) return null;
  return (
    <p className="compose-note">
      {why}
      {left !== null && (
        <span className={left < 0 ? 'count over' : 'count'}>{left < 0 ? t('over', { count: -left }) : t('left', { count: left })}</span>
      )}
    </p>
  );
}

interface ComposerProps {
  thread: Thread;
  name: string;
  member: string;
  conversation: string;
  onSend: (text: string) => void;
  onType: () => void;
}

/** Where a message is written. The price stands on the button before anything is typed. */
export function Composer({ thread, name, member, conversation, onSend, onType }: ComposerProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useDraft(member, conversation);
  const field = useGrowing(text);
  const { send, why } = usePriceWords(thread, name);
  const left = roomLeft(text);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    field.current?.focus();
    const ready = sendable(text);
    if (ready === null || !thread.can_send.ok) return;
    onSend(ready);
    setText('');
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || matchMedia(TOUCH).matches) return;
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={submit}>
      <ComposerNote why={thread.can_send.ok ? why : null} left={left} />
      <div className="compose-box">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          aria-label={t('message')}
          aria-invalid={left !== null && left < 0}
          placeholder={t('write_to', { name })}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value) onType();
          }}
          onKeyDown={pressed}
        />
        <Button type="submit" disabled={!thread.can_send.ok || (left !== null && left < 0)}>
          {send}
        </Button>
      </div>
    </form>
  );
}
