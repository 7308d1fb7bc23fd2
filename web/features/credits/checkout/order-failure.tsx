import { Link } from 'react-router';
import type { TransactionLine } from '#contract/credits';
import { CallError } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { formatDeadline } from '../../../i18n/format-deadline.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LIMITS_SECTION_ID } from '../limits/spending-limits.tsx';

/** Why an order was refused. Over a spending limit it links to `waiting`, the open order that counts against it, or else to the limits. */
export function OrderFailure({ error, waiting }: { error: unknown; waiting: TransactionLine | null }) {
  const { t } = useTranslation('credits');
  const sentence = useErrorSentence();
  if (error === null) return null;
  const callError = error instanceof CallError ? error : null;
  const isOverLimit = callError?.code === 'too_many' && callError.details.reason === 'spending_limit';
  const fitsFrom = callError?.details.ends_at;
  const reason = () => {
    if (isOverLimit) return fitsFrom ? t('order_over_limit', { when: formatDeadline(fitsFrom) }) : t('order_over_limit_any');
    if (callError?.code === 'unavailable' || callError?.code === 'offline') return t('order_away');
    if (callError?.code === 'conflict') return t('order_conflict');
    if (callError?.code === 'unknown_code') return t('order_code_gone');
    if (callError?.fields.payment_method === 'not_allowed') return t('order_cannot_renew');
    return sentence(error);
  };
  return (
    <div className="note" role="alert">
      <Icon name="triangle-alert" />
      <p>
        {reason()} {isOverLimit && waiting && t('order_over_limit_waiting')}{' '}
        {isOverLimit && (
          <Link className="link" to={waiting ? `/transactions/${waiting.id}` : `/credits#${LIMITS_SECTION_ID}`}>
            {t(waiting ? 'order_over_limit_see' : 'limit_change')}
          </Link>
        )}
      </p>
    </div>
  );
}
