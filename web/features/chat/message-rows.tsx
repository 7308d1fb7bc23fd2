import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#contract/errors';
import { formatDay, formatExact, formatTime } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Mark, MessageRow, Row } from './thread-rows.ts';

interface RowProps {
  row: Row;
  name: string;
  onRetry: (client_id: string) => void;
  onDiscard: (client_id: string) => void;
}

const STATE_CLASS = { sent: '', pending: ' pending', failed: ' failed' } as const;

function Bubble({ row, name }: { row: MessageRow; name: string }) {
  const { t } = useTranslation('chat');
  return (
    <p className={`msg ${row.isMine ? 'out' : 'in'}${STATE_CLASS[row.state]}`} title={formatExact(row.at)}>
      <span className="vh">{row.isMine ? t('said_you') : t('said_other', { name })} </span>
      <bdi dir="auto">{row.text}</bdi>
      {row.hasMore && (
        <time className="at" dateTime={row.at} aria-hidden="true">
          {formatTime(row.at)}
        </time>
      )}
    </p>
  );
}

function MarkWords({ mark }: { mark: Mark }) {
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
    <span className={isSeen ? 'mark seen' : 'mark'}>
      <Icon name={isSeen ? 'check-check' : 'check'} size="s" />
      {t(mark)}
    </span>
  );
}

function GroupEnd({ at, isMine, mark }: { at: string; isMine: boolean; mark: Mark }) {
  return (
    <p className={isMine ? 'meta r' : 'meta'}>
      {mark !== 'sending' && (
        <time dateTime={at} title={formatExact(at)}>
          {formatTime(at)}
        </time>
      )}
      <MarkWords mark={mark} />
    </p>
  );
}

const EXPLAINED = ['not_enough_credits', 'not_confirmed', 'blocked', 'not_found', 'same_text', 'first_message_limit'] as const;

function useWhy(reason: ErrorCode | null, name: string): string | null {
  const { t } = useTranslation(['chat', 'core']);
  if (reason === null) return null;
  const known = EXPLAINED.find((code) => code === reason);
  return known ? t(`chat:why_${known}`, { name }) : t(`core:errors.${reason}`);
}

function NotSent({ row, name, onRetry, onDiscard }: RowProps & { row: Extract<Row, { kind: 'not-sent' }> }) {
  const { t } = useTranslation('chat');
  const why = useWhy(row.reason, name);
  return (
    <>
      <p className="meta r err" role="status">
        <Icon name="triangle-alert" size="xs" />
        {t('not_sent')}
        <button type="button" onClick={() => onRetry(row.client_id)}>
          {t('try_again')}
        </button>
        <button type="button" className="drop" onClick={() => onDiscard(row.client_id)}>
          {t('discard')}
        </button>
      </p>
      {why && <p className="meta r why">{why}</p>}
    </>
  );
}

/** One row of a thread. */
export const ThreadRow = memo(function ThreadRow(props: RowProps) {
  const { row, name } = props;
  switch (row.kind) {
    case 'day':
      return <p className="day">{formatDay(row.at)}</p>;
    case 'message':
      return <Bubble row={row} name={name} />;
    case 'group-end':
      return <GroupEnd at={row.at} isMine={row.isMine} mark={row.mark} />;
    case 'not-sent':
      return <NotSent {...props} row={row} />;
  }
});
