import { useState } from 'react';
import { Link } from 'react-router';
import type { Shop } from '#contract/credits';
import { useAction } from '../../../api/use-action.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { endRenewal } from '../../../session/credits/refresh-after-payment.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { formatPrice } from '../prices/format-price.ts';

type ActivePremium = NonNullable<Shop['premium']>;
type Renewal = NonNullable<Shop['renewal']>;

function StopRenewal({ text, doneText }: { text: string; doneText: string }) {
  const { t } = useTranslation('credits');
  const [isConfirming, setConfirming] = useState(false);
  const { run, isBusy, failure } = useAction();
  const stop = async () => {
    if (!(await run(endRenewal))) return;
    setConfirming(false);
    showToast({ tone: 'success', title: t('premium_stopped'), text: doneText });
  };
  return (
    <>
      <Button tone="quiet" small onClick={() => setConfirming(true)}>
        {t('premium_stop')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void stop()}
        title={t('premium_stop_title')}
        text={text}
        confirmLabel={t('premium_stop')}
        cancelLabel={t('premium_stop_keep')}
        busy={isBusy}
      >
        <FailureNote error={failure} />
      </ConfirmDialog>
    </>
  );
}

/** Until when premium runs, whether it renews, when and for how much, and a button that stops the renewal. */
export function ActivePremiumPanel({ premium: { until, transaction }, renewal }: { premium: ActivePremium; renewal: Renewal | null }) {
  const { t } = useTranslation('credits');
  const date = formatDate(until);
  const renewalValues = renewal && { date, when: formatDate(renewal.at), price: formatPrice(renewal.price) };
  return (
    <section className="panel premium-active">
      <p className="row">
        <Icon name="crown" />
        <b className="flex-grow">{t('premium_until', { date })}</b>
      </p>
      <p className="muted">{renewalValues ? t('premium_renews', renewalValues) : t('premium_ends')}</p>
      {(renewalValues || transaction) && (
        <div className="row premium-actions">
          {renewalValues && <StopRenewal text={t('premium_stop_text', { date })} doneText={t('premium_stopped_text', { date })} />}
          {transaction && (
            <Link className="link" to={`/transactions/${transaction}`}>
              {t('premium_order')}
            </Link>
          )}
        </div>
      )}
    </section>
  );
}

/** Premium has ended and its renewal payment is awaited. A button stops the renewal (docs/product.md, "End of a premium span"). */
export function AwaitedRenewalPanel({ renewal: { at, price } }: { renewal: Renewal }) {
  const { t } = useTranslation('credits');
  return (
    <section className="panel premium-active">
      <p className="row">
        <Icon name="clock" />
        <b className="flex-grow">{t('premium_awaited', { date: formatDate(at) })}</b>
      </p>
      <p className="muted">{t('premium_awaited_text', { price: formatPrice(price) })}</p>
      <div className="row premium-actions">
        <StopRenewal text={t('premium_awaited_stop')} doneText={t('premium_awaited_stop')} />
      </div>
    </section>
  );
}
