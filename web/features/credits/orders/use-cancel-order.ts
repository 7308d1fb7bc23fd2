import { useQueryClient } from '@tanstack/react-query';
import { cancelOrder, type OwnTransaction } from '#contract/credits';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { refreshAfterPayment } from '../../../session/credits/refresh-after-payment.ts';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { endStoredOrder } from './stored-order.ts';

/**
 * Cancels an open order. `cancel` returns its status then: `paid` if it was paid meanwhile, `canceled` also if it has just expired, null if
 * the call failed (see `failure`).
 */
export function useCancelOrder() {
  const { t } = useTranslation('credits');
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  const cancel = async (id: string): Promise<OwnTransaction['status'] | null> => {
    const answers: OwnTransaction[] = [];
    await run(async () => {
      const { transaction } = await call(cancelOrder, { transaction: id });
      client.setQueryData(queryKeys.transaction(id), transaction);
      endStoredOrder(id);
      await refreshAfterPayment().catch(() => undefined);
      answers.push(transaction);
    });
    const status = answers[0]?.status === 'expired' ? 'canceled' : (answers[0]?.status ?? null);
    if (status === 'canceled') showToast({ tone: 'success', title: t('order_canceled'), text: t('failed_text') });
    return status;
  };
  return { cancel, isBusy, failure };
}
