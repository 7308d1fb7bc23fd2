import { useQueryClient } from '@tanstack/react-query';
import { cancelOrder, type OwnTransaction } from '#contract/credits';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/query-keys.ts';
import { useAct } from '../../../api/use-action.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { refreshPaid } from '../../../session/credits/refresh-paid.ts';
import { showToast } from '../../../ui/toasts/toast.tsx';
import { endOrder } from './stored-order.ts';

/**
 * Cancels an open order. `cancel` returns its status then: `paid` if it was paid meanwhile, `canceled` also if it has just expired, null if
 * the call failed (see `failure`).
 */
export function useCanceling() {
  const { t } = useTranslation('credits');
  const client = useQueryClient();
  const { run, isBusy, failure } = useAct();
  const cancel = async (id: string): Promise<OwnTransaction['status'] | null> => {
    const answers: OwnTransaction[] = [];
    await run(async () => {
      const { transaction } = await call(cancelOrder, { transaction: id });
      client.setQueryData(keys.transaction(id), transaction);
      endOrder(id);
      await refreshPaid().catch(() => undefined);
      answers.push(transaction);
    });
    const status = answers[0]?.status === 'expired' ? 'canceled' : (answers[0]?.status ?? null);
    if (status === 'canceled') showToast({ tone: 'success', title: t('order_canceled'), text: t('failed_text') });
    return status;
  };
  return { cancel, isBusy, failure };
}
