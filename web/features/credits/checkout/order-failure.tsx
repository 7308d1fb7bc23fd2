import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TransactionLine } from '#contract/credits';
import { CallError } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { dayOrMoment } from '../../../i18n/format-deadline.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LIMITS } from '../limits/spending-limits.tsx';

/** Why an order was not taken, and that nothing was charged; over a limit, an order that waits to be paid may be why. */
export function OrderFailure({ error, waiting }: { error: unknown; waiting: TransactionLine | null }) {
  const { t } = useTranslation('credits');
  const sentence = useErrorSentence();
  if (error === null) return null;
  const known = error instanceof CallError ? error : null;
  const isOverLimit = known?.code === 'too_many' && known.details.reason === 'spending_limit';
  const until = known?.details.ends_at;
  const words = () => {
    if (isOverLimit) return until ? t('order_over_limit', { when: dayOrMoment(until) }) : t('order_over_limit_any');
    if (known?.code === 'unavailable' || known?.code === 'offline') return t('order_away');
    if (known?.code === 'conflict') return t('order_conflict');
    if (known?.code === 'unknown_code') return t('order_code_gone');
    if (known?.fields.payment_method === 'not_allowed') return t('order_cannot_renew');
    return sentence(error);
  };
  return (
    <div className="note" role="alert">
      <Icon name="triangle-alert" />
      <p>
        {words()} {isOverLimit && waiting && t('order_over_limit_waiting')}{' '}
        {isOverLimit && (
          <Link className="link" to={waiting ? `/transactions/${waiting.id}` : `/credits#${LIMITS}`}>
            {t(waiting ? 'order_over_limit_see' : 'limit_change')}
          </Link>
        )}
      </p>
    </div>
  );
}
