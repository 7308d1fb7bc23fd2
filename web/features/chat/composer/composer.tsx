import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { ExpectedPrice } from '#contract/chat';
import { type DraftQuote, readDraftQuote, storeDraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { QuoteBlock } from '../../../cards/quotes/quote-block.tsx';
import { formatMoney } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { useUser } from '../../../session/user.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { ThreadInfo } from '../engine/conversation-history.ts';
import { readDraft, storeDraft } from './drafts.ts';
import { charactersLeft, textToSend } from './message-length.ts';
import './composer.css';

/** The key code of a key press that an input method handles. */
const IME_KEY_CODE = 229;
/** The number of first messages that are left today is shown from this number down. */
const FIRST_LEFT_SHOWN = 10;
const TOUCH_DEVICE_QUERY = '(hover: none) and (pointer: coarse)';

/** A ref for a textarea that grows with its text, for browsers without `field-sizing: content`. */
function useAutoHeight(text: string) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    if (!textarea.current || CSS.supports('field-sizing', 'content')) return;
    textarea.current.style.height = 'auto';
    textarea.current.style.height = `${textarea.current.scrollHeight}px`;
  }, [text]);
  return textarea;
}

/** The typed text, stored as a draft for this member and conversation. */
function useDraft(member: string, conversation: string) {
  const [text, setText] = useState(() => readDraft(member, conversation));
  useEffect(() => storeDraft(member, conversation, text), [member, conversation, text]);
  return [text, setText] as const;
}

/** What the message quotes, stored with the draft. */
function useDraftQuote(member: string, conversation: string) {
  const [quote, setQuote] = useState(() => readDraftQuote(member, conversation));
  useEffect(() => storeDraftQuote(member, conversation, quote), [member, conversation, quote]);
  return [quote, setQuote] as const;
}

/**
 * The price of a message as an amount of money in the member's payment country; null if no packs are sold there, or if the settings that this
 * page was loaded with name another price.
 */
function useMessageCost({ credits }: ExpectedPrice): string | null {
  const country = useUser()?.payment_country ?? '';
  const { minimum_message_costs: costs, message_prices: prices } = useSettings();
  const cost = prices[country] === credits ? costs[country] : undefined;
  return cost ? formatMoney(cost.costs, cost.currency) : null;
}

function SendLabel({ price }: ThreadInfo) {
  const { t } = useTranslation('chat');
  const money = useMessageCost(price);
  if (price.credits === 0) return t('send');
  return (
    <span className="price">
      {t('send_priced', { count: price.credits })}
      {money && <small> {t('send_money', { money })}</small>}
    </span>
  );
}

/** Why the message is free, how many first messages are left today, and how many characters are left. */
function ComposerNote({
  thread: { price, can_send, first_messages: firstMessages },
  name,
  left,
}: {
  thread: ThreadInfo;
  name: string;
  left: number | null;
}) {
  const { t } = useTranslation('chat');
  const freeReason = can_send.ok && price.reason !== 'priced' && t(`free_${price.reason}`, { name });
  const firstMessagesLeft =
    can_send.ok && firstMessages && firstMessages.left <= FIRST_LEFT_SHOWN && t('first_left', { count: firstMessages.left });
  if (!freeReason && !firstMessagesLeft && left === null) return null;
  return (
    <p className="compose-note">
      <span>{[freeReason, firstMessagesLeft].filter(Boolean).join(' · ')}</span>
      {left !== null && (
        <span className={left < 0 ? 'character-count is-too-long' : 'character-count'}>
          {left < 0 ? t('over', { count: -left }) : t('left', { count: left })}
        </span>
      )}
    </p>
  );
}

export interface ComposerHandle {
  /** Inserts text at the caret, or where it was last. */
  insert: (text: string) => void;
  /** Replaces text and quote, and focuses the text. */
  begin: (text: string, quote: DraftQuote | null) => void;
}

interface ComposerProps {
  ref: Ref<ComposerHandle>;
  thread: ThreadInfo;
  name: string;
  member: string;
  conversation: string;
  /** `expects`: the price that the button shows. */
  onSend: (text: string, expects: ExpectedPrice, about: DraftQuote | null) => void;
  onType: () => void;
}

/** The form in which a message is written. The price stands on its button before anything is typed. */
export function Composer({ ref, thread, name, member, conversation, onSend, onType }: ComposerProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useDraft(member, conversation);
  const [quote, setQuote] = useDraftQuote(member, conversation);
  const textarea = useAutoHeight(text);
  const left = charactersLeft(text);
  const isTooLong = left !== null && left < 0;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    textarea.current?.focus();
    const message = textToSend(text);
    if (message === null || !thread.can_send.ok) return;
    onSend(message, thread.price, quote);
    setText('');
    setQuote(null);
  };
  const insert = (added: string) => {
    const element = textarea.current;
    if (!element) return;
    element.focus();
    element.setRangeText(added, element.selectionStart, element.selectionEnd, 'end');
    setText(element.value);
    onType();
  };
  const begin = (newText: string, newQuote: DraftQuote | null) => {
    setText(newText);
    setQuote(newQuote);
    textarea.current?.focus();
  };
  useImperativeHandle(ref, () => ({ insert, begin }));
  const onKeyDown = (event: KeyboardEvent) => {
    // Safari ends a composition before the keydown event of the key that ended it, which then has the code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === IME_KEY_CODE;
    if (event.key !== 'Enter' || event.shiftKey || isComposing || matchMedia(TOUCH_DEVICE_QUERY).matches) return;
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <ComposerNote thread={thread} name={name} left={left} />
      {quote && (
        <div className="compose-quote">
          <QuoteBlock quote={quote.quote} owner={thread.profile.name} />
          <IconButton name="x" label={t('quote_remove')} onClick={() => setQuote(null)} />
        </div>
      )}
      <div className="compose-box">
        <textarea
          ref={textarea}
          rows={1}
          dir="auto"
          aria-label={t('message')}
          aria-invalid={isTooLong}
          placeholder={t('write_to', { name })}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value) onType();
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" disabled={!thread.can_send.ok || isTooLong}>
          <SendLabel {...thread} />
        </Button>
      </div>
    </form>
  );
}
