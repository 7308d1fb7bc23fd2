import { Link } from 'react-router';
import type { User } from '#contract/account';
import type { LedgerLine } from '#contract/credits';
import type { ProfileCard } from '#contract/profile';
import { FictionalLabel } from '../../../cards/fictional-label.tsx';
import { formatExact, formatRelative, formatSigned } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { useFocusAddedItems } from '../../../ui/lists/focus-added-items.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { OrderList } from '../orders/order-list.tsx';
import { useLedger } from './ledger-query.ts';
import './ledger.css';

const PLACEHOLDER_LINES = [0, 1, 2];

function MemberLink({ profile: { id, name } }: { profile: ProfileCard }) {
  return (
    <Link className="link" to={`/members/${id}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}

const ORDER_TEXTS = { purchase: 'ledger_purchase', reversal: 'ledger_reversal', owed: 'ledger_owed' } as const;

/** Text of a ledger line that belongs to an order, with a link to the order. What the refund of a message paid off belongs to none. */
function OrderReason({ reason, amount, transaction }: { reason: keyof typeof ORDER_TEXTS; amount: number; transaction: string | null }) {
  const { t } = useTranslation('credits');
  if (reason === 'owed' && transaction === null) return t('ledger_owed_refund');
  const text = reason === 'reversal' && amount > 0 ? t('ledger_reversal_given') : t(ORDER_TEXTS[reason]);
  const order = (words: string) =>
    transaction ? (
      <Link className="link" to={`/transactions/${transaction}`}>
        {words}
      </Link>
    ) : (
      words
    );
  return <RichText text={text} parts={{ order }} />;
}

/** The reason of a ledger line. A message and its refund name the recipient, unless that member is gone. */
function Reason({ reason, profile, amount, transaction }: LedgerLine) {
  const { t } = useTranslation('credits');
  if (reason === 'welcome' || reason === 'grant') return t(`ledger_${reason}`);
  if (reason !== 'message' && reason !== 'refund') return <OrderReason reason={reason} amount={amount} transaction={transaction} />;
  if (!profile || profile.is_gone) return t(`ledger_${reason}_gone`);
  return (
    <>
      <RichText text={t(`ledger_${reason}`)} parts={{ who: () => <MemberLink profile={profile} /> }} />{' '}
      {profile.is_fictional && <FictionalLabel />}
    </>
  );
}

function Line({ line }: { line: LedgerLine }) {
  const { t } = useTranslation('credits');
  return (
    <li className="ledger-line" tabIndex={-1}>
      <div className="flex-grow">
        <p>
          <Reason {...line} />
        </p>
        <time className="muted small" dateTime={line.at} title={formatExact(line.at)}>
          {formatRelative(line.at)}
        </time>
      </div>
      <p className={line.amount > 0 ? 'ledger-amount is-plus' : 'ledger-amount'}>
        {formatSigned(line.amount)}
        <span className="visually-hidden"> {t('balance', { count: Math.abs(line.amount) })}</span>
      </p>
    </li>
  );
}

function LedgerLoading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('status.loading')}>
      {PLACEHOLDER_LINES.map((line) => (
        <div key={line} className="ledger-line" aria-hidden="true">
          <i className="skeleton skeleton-line" />
        </div>
      ))}
    </div>
  );
}

/** The member's orders, and the ledger with a button for earlier lines. */
export function Ledger({ user }: { user: User }) {
  const { t } = useTranslation('credits');
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = useLedger(
    user.credits,
  );
  const lines = data?.pages.flatMap((page) => page.ledger) ?? [];
  const nextPageError = isFetchNextPageError ? error : null;
  const { area, goOn: focusNextAdded } = useFocusAddedItems(
    lines.map(({ id }) => id),
    nextPageError,
    'li',
  );
  const showEarlier = () => {
    focusNextAdded();
    void fetchNextPage();
  };
  const transactions = data?.pages[0]?.transactions ?? [];
  const ledgerPanel = (
    <section className="panel credits-panel">
      <h2 className="display display-21">{t('ledger_title')}</h2>
      {!data && (error ? <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} /> : <LedgerLoading />)}
      {data && lines.length === 0 && <p className="muted">{t('ledger_none')}</p>}
      {lines.length > 0 && (
        <div ref={area}>
          <ul className="ledger">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
          {nextPageError && <ErrorPanel error={nextPageError} onRetry={fetchNextPage} isRetrying={isFetchingNextPage} />}
          {hasNextPage && !nextPageError && (
            <Button tone="quiet" small busy={isFetchingNextPage} onClick={showEarlier}>
              {t('ledger_earlier')}
            </Button>
          )}
        </div>
      )}
      <p>
        <Link className="link small" to="/profile/settings#data">
          {t('ledger_export')}
        </Link>
      </p>
    </section>
  );
  return (
    <div className="credits-panels">
      {transactions.length > 0 && <OrderList transactions={transactions} />}
      {ledgerPanel}
    </div>
  );
}
