import { type ComponentType, memo, useState } from 'react';
import { QuoteBlock } from '../../../cards/quotes/quote-block.tsx';
import { formatDay, formatExact, formatTime } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { Menu } from '../../../ui/menus/menu.tsx';
import type { DeliveryMark, ThreadItem } from './thread-items.ts';

const lazyMessageActions = createLazyModule(() => import('./message-actions.tsx'));
const lazyAddressedText = createLazyModule(() => import('./addressed-text.tsx'));

interface ItemProps {
  item: ThreadItem;
  name: string;
  /** Whether the Tab key reaches this message; the arrow keys lead to the others. */
  isLast: boolean;
  /** It is the newest message and came while the thread was open. */
  isArrival: boolean;
  Caution: ComponentType<{ text: string }> | undefined;
  onRetry: (client_id: string) => void;
  onDiscard: (client_id: string) => void;
}

/** What every web address in a text has. Few messages have one, so that its code is not part of the first load. */
const MAYBE_ADDRESS = /:\/\/|www\./iu;

const STATE_CLASS = { sent: '', pending: ' pending', failed: ' failed' } as const;

function Bubble({ item, name }: Pick<ItemProps, 'item' | 'name'>) {
  const { t } = useTranslation('chat');
  const { isMine, isGroupedWithPrevious, isGroupedWithNext, state, at, text } = item;
  const mayHaveAddress = MAYBE_ADDRESS.test(text);
  const part = useLazyModule(lazyAddressedText, mayHaveAddress);
  return (
    <p
      className={`message ${isMine ? 'outgoing' : 'incoming'}${isGroupedWithPrevious ? ' is-grouped' : ''}${STATE_CLASS[state]}`}
      title={formatExact(at)}
    >
      <span className="visually-hidden">{isMine ? t('said_you') : t('said_other', { name })} </span>
      <bdi dir="auto">{part && mayHaveAddress ? <part.AddressedText text={text} /> : text}</bdi>
      {isGroupedWithNext && (
        <time className="message-time" dateTime={at} aria-hidden="true">
          {formatTime(at)}
        </time>
      )}
    </p>
  );
}

function DeliveryMarkLabel({ mark }: { mark: DeliveryMark }) {
  const { t } = useTranslation('chat');
  if (mark === 'none') return null;
  if (mark === 'sending') {
    return (
      <>
        <Icon name="clock" size="xs" />
        {t('sending')}
      </>
    );
  }
  const isSeen = mark === 'seen';
  return (
    <span className={isSeen ? 'delivery-receipt seen' : 'delivery-receipt'}>
      <Icon name={isSeen ? 'check-check' : 'check'} size="s" />
      {t(mark)}
    </span>
  );
}

function MessageMeta({ item: { at, deliveryMark } }: Pick<ItemProps, 'item'>) {
  return (
    <p className="message-status">
      {deliveryMark !== 'sending' && (
        <time dateTime={at} title={formatExact(at)}>
          {formatTime(at)}
        </time>
      )}
      <DeliveryMarkLabel mark={deliveryMark} />
    </p>
  );
}

/** A message of a thread, with its date or the line of unread messages above, and caution, failure or delivery state below. */
export const MessageItem = memo(function MessageItem(props: ItemProps) {
  const { item, name, isLast, isArrival, Caution } = props;
  const { t } = useTranslation('chat');
  const [isOpen, setIsOpen] = useState(false);
  const part = useLazyModule(lazyMessageActions, isOpen || item.failed !== null);
  return (
    <div className={`message-row${item.isMine ? ' is-own' : ''}${isArrival ? ' is-arrival' : ''}`}>
      {item.startsDay && <p className="day-divider">{formatDay(item.at)}</p>}
      {item.startsUnread && <p className="unread-divider">{t('unread_from_here')}</p>}
      {item.about && (
        <div className="message-quote">
          <QuoteBlock quote={item.about} owner={item.isMine ? name : null} />
        </div>
      )}
      <div className="message-with-menu">
        <Bubble {...props} />
        <Menu
          label={t('message_menu')}
          title={item.text}
          className="icon-btn menu-button"
          tabIndex={isLast ? 0 : -1}
          onOpenChange={setIsOpen}
        >
          {part && <part.MessageMenuEntries {...props} />}
        </Menu>
      </div>
      {Caution && <Caution text={item.text} />}
      {item.failed && part && <part.SendFailureNote {...props} failed={item.failed} />}
      {!item.failed && !item.isGroupedWithNext && <MessageMeta item={item} />}
    </div>
  );
});
