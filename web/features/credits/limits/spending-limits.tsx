import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeSpendingLimits, LIMIT_INCREASE_DELAY_HOURS, type Shop, type SpendingLimits } from '#contract/credits';
import type { Money } from '#contract/money';
import { call } from '../../../api/call.ts';
import { fieldSentence } from '../../../api/error-text.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useAction } from '../../../api/use-action.ts';
import { formatList, formatMoney, formatNearTime } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SectionForm } from '../../../ui/forms/section-form.tsx';
import { useOnSectionLink } from '../../../ui/navigation/hash-target.ts';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { amountInputText, parseAmount } from '../prices/money.ts';

const SPANS = ['day', 'week', 'month'] as const;
type Span = (typeof SPANS)[number];
type Amounts = Record<Span, number | null>;
export const LIMITS_SECTION_ID = 'limit';

/** Formats limits as in "€25 a day, €100 a month". Returns `none` if all are null. */
function useLimitsText(currency: Money['currency']): (amounts: Amounts, none: string) => string {
  const { t } = useTranslation('credits');
  return (amounts, none) => {
    const phrases = SPANS.flatMap((span) => {
      const amount = amounts[span];
      return amount === null ? [] : [t(`limit_${span}`, { amount: formatMoney(amount, currency) })];
    });
    return phrases.length > 0 ? formatList(phrases) : none;
  };
}

interface FormProps {
  limits: SpendingLimits | null;
  currency: Money['currency'];
  onDone: () => void;
}

function LimitsForm({ limits, currency, onDone }: FormProps) {
  const { t } = useTranslation('credits');
  const client = useQueryClient();
  const { run, isBusy, fields, failure } = useAction();
  const [typed, setTyped] = useState<Record<Span, string>>(() => ({
    day: amountInputText(limits?.day ?? null),
    week: amountInputText(limits?.week ?? null),
    month: amountInputText(limits?.month ?? null),
  }));
  const [isTried, setTried] = useState(false);
  const isWrong = (span: Span) => parseAmount(typed[span]) === undefined;
  const save = async () => {
    setTried(true);
    const [day, week, month] = SPANS.map((span) => parseAmount(typed[span]));
    if (day === undefined || week === undefined || month === undefined) return;
    const isDone = await run(async () => {
      const answer = await call(changeSpendingLimits, { limits: { day, week, month }, currency });
      client.setQueryData<Shop>(queryKeys.shop, (shop) => shop && { ...shop, limits: answer.limits });
    });
    if (!isDone) return;
    showToast({ tone: 'success', title: t('limit_saved') });
    onDone();
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={save} onCancel={onDone}>
      <p className="hint">{t('limit_hint', { hours: LIMIT_INCREASE_DELAY_HOURS })}</p>
      <div className="spending-limits-fields">
        {SPANS.map((span) => {
          const fieldError = fields[`limits.${span}`];
          return (
            <Field
              key={span}
              label={t(`limit_field_${span}`, { currency })}
              name={`limit-${span}`}
              inputMode="decimal"
              autoComplete="off"
              value={typed[span]}
              error={isTried && isWrong(span) ? t('limit_wrong') : fieldError ? fieldSentence(fieldError) : null}
              onChange={(event) => setTyped({ ...typed, [span]: event.target.value })}
            />
          );
        })}
      </div>
    </SectionForm>
  );
}

/** The member's spending limits, converted if they were set in another currency, those that start later (`pending`), and a button that opens the form. */
export function LimitsPanel({ limits, currency }: { limits: SpendingLimits | null; currency: Money['currency'] }) {
  const { t } = useTranslation('credits');
  const [isOpen, setOpen] = useState(false);
  const limitsText = useLimitsText(currency);
  useOnSectionLink(LIMITS_SECTION_ID, () => setOpen(true));
  const isSet = limits !== null && SPANS.some((span) => limits[span] !== null);
  return (
    <section id={LIMITS_SECTION_ID} className="panel credits-panel">
      <div className="spending-limits-head">
        <div className="flex-grow">
          <h2 className="display display-21">{t('limit')}</h2>
          <p className="muted">{limits ? limitsText(limits, t('limit_none')) : t('limit_none')}</p>
          {isSet && limits.set_in && <p className="muted">{t('limit_converted', { setIn: limits.set_in, currency })}</p>}
          {limits?.pending && (
            <p className="muted">
              {t('limit_pending', {
                when: formatNearTime(limits.pending.from),
                limits: limitsText(limits.pending, t('limit_pending_none')),
              })}
            </p>
          )}
        </div>
        {!isOpen && (
          <Button tone="soft" small onClick={() => setOpen(true)}>
            {isSet ? t('limit_change') : t('limit_set')}
          </Button>
        )}
      </div>
      {isOpen && <LimitsForm limits={limits} currency={currency} onDone={() => setOpen(false)} />}
    </section>
  );
}
