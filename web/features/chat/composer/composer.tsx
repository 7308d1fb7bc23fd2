import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { formatMoney } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { useUser } from '../../../session/user.ts';
import { Button } from '../../../ui/button.tsx';
import type { Thread } from '../engine/conversation-history.ts';
import { keepDraft, readDraft } from './drafts.ts';
import { roomLeft, sendable } from './message-length.ts';
import './composer.css';

const COMPOSING = 229;
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

/** What a message costs in money where this member pays; null while nothing is sold there. */
function useMoney(): string | null {
  const country = useUser()?.payment_country;
  const cost = useSettings().minimum_message_costs[country ?? ''];
  return cost ? formatMoney(cost.costs, cost.currency) : null;
}

function Price({ price }: Thread) {
  const { t } = useTranslation('chat');
  const money = useMoney();
  if (price.credits === 0) return t('send');
  return (
    <span className="price">
      {t('send_priced', { count: price.credits })}
      {money && <small> {t('send_money', { money })}</small>}
    </span>
  );
}

/** Says why it costs nothing, how many strangers can still be written to today, and how much room is left. */
function ComposerNote({
  thread: { price, can_send, first_messages: first },
  name,
  left,
}: {
  thread: Thread;
  name: string;
  left: number | null;
}) {
  const { t } = useTranslation('chat');
  const why = can_send.ok && price.reason !== 'priced' && t(`free_${price.reason}`, { name });
  const firsts = can_send.ok && first && t('first_left', { count: first.left });
  if (!why && !firsts && left === null) return null;
  return (
    <p className="compose-note">
      <span>{[why, firsts].filter(Boolean).join(' · ')}</span>
      {left !== null && (
        <span className={left < 0 ? 'count over' : 'count'}>{left < 0 ? t('over', { count: -left }) : t('left', { count: left })}</span>
      )}
    </p>
  );
}

export interface ComposerHandle {
  /** Puts something where the caret is, or where it was last. */
  insert: (text: string) => void;
}

interface ComposerProps {
  ref: Ref<ComposerHandle>;
  thread: Thread;
  name: string;
  member: string;
  conversation: string;
  onSend: (text: string) => void;
  onType: () => void;
}

/** Where a message is written. The price stands on the button before anything is typed. */
export function Composer({ ref, thread, name, member, conversation, onSend, onType }: ComposerProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useDraft(member, conversation);
  const field = useGrowing(text);
  const left = roomLeft(text);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    field.current?.focus();
    const ready = sendable(text);
    if (ready === null || !thread.can_send.ok) return;
    onSend(ready);
    setText('');
  };
  const insert = (added: string) => {
    const area = field.current;
    if (!area) return;
    area.focus();
    area.setRangeText(added, area.selectionStart, area.selectionEnd, 'end');
    setText(area.value);
    onType();
  };
  useImperativeHandle(ref, () => ({ insert }));
  const pressed = (event: KeyboardEvent) => {
    // Safari ends a composition before the key that ended it: only its code tells.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === COMPOSING;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || matchMedia(TOUCH).matches) return;
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={submit}>
      <ComposerNote thread={thread} name={name} left={left} />
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
          <Price {...thread} />
        </Button>
      </div>
    </form>
  );
}
