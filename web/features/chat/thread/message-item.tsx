import { type ComponentType, memo, type ReactNode, useState } from 'react';
import { QuoteBlock } from '../../../cards/quotes/quote-block.tsx';
import { formatDay, formatExact, formatTime } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { Menu } from '../../../ui/menus/menu.tsx';
import type { DeliveryMark, ThreadItem } from './thread-items.ts';
import { splitWebAddresses, type WebAddress } from './web-addresses.ts';

const lazyMessageActions = createLazyModule(() => import('./message-actions.tsx'));

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

const STATE_CLASS = { sent: '', pending: ' pending', failed: ' failed' } as const;

/** After these characters an address may break. */
const BREAK_AFTER = /(?<=[/?&=#.,_-])(?=\w)/;
/** What follows a host is shortened on screen if it has more characters than this. */
const REST_SHOWN = 40;

const withBreaks = (text: string): ReactNode =>
  text.split(BREAK_AFTER).flatMap((part, i) => {
    const key = `break ${i}`;
    return i === 0 ? [part] : [<wbr key={key} />, part];
  });

/**
 * An address with its host in bold, which can break after punctuation, so that no word of it is cut. What stands before an "@" could pass
 * for a host, so that it is neither shown nor read out; selecting the text copies it.
 */
function Address({ address: { written, scheme, userInfo, host, rest } }: { address: WebAddress }) {
  return (
    <bdi className="web-address" dir="ltr" title={written}>
      {scheme}
      {userInfo && (
        <span className="visually-hidden" aria-hidden="true">
          {userInfo}
        </span>
      )}
      <b>{withBreaks(host)}</b>
      {rest.length > REST_SHOWN ? <span className="web-address-rest">{rest}</span> : withBreaks(rest)}
    </bdi>
  );
}

const withAddresses = (text: string): ReactNode =>
  splitWebAddresses(text).map((part, i) => {
    const key = `part ${i}`;
    return typeof part === 'string' ? part : <Address key={key} address={part} />;
  });

function Bubble({ item, name }: Pick<ItemProps, 'item' | 'name'>) {
  const { t } = useTranslation('chat');
  const { isMine, isGroupedWithPrevious, isGroupedWithNext, state, at, text } = item;
  return (
    <p
      className={`message ${isMine ? 'outgoing' : 'incoming'}${isGroupedWithPrevious ? ' is-grouped' : ''}${STATE_CLASS[state]}`}
      title={formatExact(at)}
    >
      <span className="visually-hidden">{isMine ? t('said_you') : t('said_other', { name })} </span>
      <bdi dir="auto">{withAddresses(text)}</bdi>
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
