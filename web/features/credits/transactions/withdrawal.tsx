import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnTransaction, withdraw } from '#contract/credits';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { refreshAfterPayment } from '../../../session/credits/refresh-after-payment.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { formatPrice } from '../prices/format-price.ts';

type WithdrawalTerms = NonNullable<OwnTransaction['withdrawal']>;

/** Withdrawal from a paid order: what would go and come back, and a button with a confirmation (docs/product.md, "Right of withdrawal"). */
export function Withdrawal({ id, plan, withdrawal }: { id: string; plan: string | null; withdrawal: WithdrawalTerms }) {
  const { t } = useTranslation('credits');
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { run, isBusy, failure } = useAction();
  const price = formatPrice(withdrawal.price);
  const values = { count: withdrawal.credits, n: formatNumber(withdrawal.credits), price, date: formatDate(withdrawal.until) };
  const submit = async () => {
    const isDone = await run(async () => {
      const { transaction } = await call(withdraw, { transaction: id });
      client.setQueryData(queryKeys.transaction(id), transaction);
    });
    if (!isDone) return;
    setConfirming(false);
    showToast({ tone: 'success', title: t('withdrawal_done', { price }) });
    await refreshAfterPayment().catch(() => undefined);
  };
  return (
    <section className="panel withdrawal no-print">
      <h2 className="display display-21">{t('withdrawal')}</h2>
      <p className="muted">{plan ? t('withdrawal_plan', values) : t('withdrawal_pack', values)}</p>
      <Button tone="soft" small onClick={() => setConfirming(true)}>
        {t('withdrawal_open')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => void submit()}
        title={t('withdrawal_title', { price })}
        text={plan ? t('withdrawal_sure_plan', values) : t('withdrawal_sure_pack', values)}
        confirmLabel={t('withdrawal_do', { price })}
        cancelLabel={t('withdrawal_keep')}
        busy={isBusy}
      >
        <FailureNote error={failure} />
      </ConfirmDialog>
    </section>
  );
}
