import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import type { OwnTransaction } from '#contract/credits';
import { CallError } from '../../../api/call.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { refreshAfterPayment } from '../../../session/credits/refresh-after-payment.ts';
import { loginPath } from '../../../session/login-redirect.ts';
import { useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { usePageParams } from '../../../ui/navigation/page-params.ts';
import { endStoredOrder } from '../orders/stored-order.ts';
import { ShopLoading } from '../products/shop-loading.tsx';
import { type Transaction, useTransaction } from '../products/shop-queries.ts';
import { Invoice } from './invoice.tsx';
import { TransactionState } from './transaction-state.tsx';
import { Withdrawal } from './withdrawal.tsx';
import '../products/credits.css';
import '../checkout/checkout.css';
import './transaction.css';

const isOwn = (transaction: Transaction): transaction is OwnTransaction => 'is_mine' in transaction;

/** For anybody but the owner: only the status of the order. */
function StatusOnly({ status }: Pick<Transaction, 'status'>) {
  const { t } = useTranslation('credits');
  const user = useUser();
  const location = useLocation();
  const action = user ? (
    <ButtonLink to="/credits" tone="quiet">
      {t('missing_credits')}
    </ButtonLink>
  ) : (
    <ButtonLink to={loginPath(location)}>{t('stranger_log_in')}</ButtonLink>
  );
  return (
    <section className="panel">
      <h1 className="visually-hidden">{t('transaction')}</h1>
      <EmptyState icon={status === 'paid' ? 'check' : 'coins'} title={t(`stranger_${status}`)} text={t('stranger_only')} action={action} />
    </section>
  );
}

function UnknownOrder() {
  const { t } = useTranslation('credits');
  const user = useUser();
  return (
    <section className="panel">
      <h1 className="visually-hidden">{t('transaction')}</h1>
      <EmptyState
        icon="coins"
        title={t('missing')}
        text={t('missing_text')}
        action={<ButtonLink to={user ? '/credits' : '/'}>{user ? t('missing_credits') : t('stranger_home')}</ButtonLink>}
      />
    </section>
  );
}

/** When the order is no longer open: refetches what it may have changed, and lets this tab's next order be a new one. */
function useRefreshWhenSettled({ id, status }: OwnTransaction): void {
  useEffect(() => {
    if (status === 'open') return;
    endStoredOrder(id);
    refreshAfterPayment().catch(() => undefined);
  }, [id, status]);
}

function OwnOrder({ transaction }: { transaction: OwnTransaction }) {
  const { t } = useTranslation('credits');
  useRefreshWhenSettled(transaction);
  const { id, plan, withdrawal } = transaction;
  return (
    <>
      <TransactionState transaction={transaction} />
      <Invoice transaction={transaction} />
      {withdrawal && <Withdrawal id={id} plan={plan} withdrawal={withdrawal} />}
      <p className="no-print">
        <Link className="link credits-back" to="/credits">
          <Icon name="arrow-left" size="s" />
          {t('to_credits')}
        </Link>
      </p>
    </>
  );
}

export function Screen() {
  const { transactionId = '' } = usePageParams();
  const user = useUser();
  const { data, error, isFetching, refetch } = useTransaction(transactionId);
  // A member who has just logged in may be the owner, who gets more of the order.
  const userId = user?.id;
  useEffect(() => {
    if (userId) void refetch({ cancelRefetch: false });
  }, [userId, refetch]);
  if (error instanceof CallError && error.code === 'not_found') return <UnknownOrder />;
  return (
    <div className="checkout transaction">
      {data ? (
        isOwn(data) ? (
          <OwnOrder key={data.id} transaction={data} />
        ) : (
          <StatusOnly status={data.status} />
        )
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <ShopLoading isWide={false} />
      )}
    </div>
  );
}
