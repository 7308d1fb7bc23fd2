import { type FormEvent, useState } from 'react';
import { CANCELLATION_KINDS, CANCELLATION_REASON_MAX, type CancellationKind, cancelContract } from '#contract/cancellations';
import type { InputOf, OutputOf } from '#contract/endpoint';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email/email-field.tsx';
import { type EmailProblem, emailProblem } from '../../ui/forms/email-problem.ts';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Field, TextAreaField } from '../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../ui/forms/focus-invalid-field.ts';
import { useStoredText } from '../../ui/forms/form-draft.ts';
import { RadioList } from '../../ui/forms/pick-list.tsx';

/** A cancellation that has arrived: what was sent, and its number and time of receipt. */
export interface SentCancellation {
  readonly sent: InputOf<typeof cancelContract>;
  readonly receipt: OutputOf<typeof cancelContract>;
}

type End = 'earliest' | 'on';
interface Problems {
  readonly email?: EmailProblem;
  readonly day?: 'end_day_required';
}

/** The fields of the form. The address of a member is filled in; texts survive a reload of the tab. */
function useCancellationFields() {
  const user = useUser();
  const [email, setEmail] = useStoredText('cancellation-email', user?.email);
  const [order, setOrder] = useStoredText('cancellation-order');
  const [reason, setReason] = useStoredText('cancellation-reason');
  const [kind, setKind] = useState<CancellationKind>('ordinary');
  const [end, setEnd] = useState<End>('earliest');
  const [day, setDay] = useState('');
  const problems = (): Problems => {
    const wrongEmail = emailProblem(email);
    return { ...(wrongEmail && { email: wrongEmail }), ...(end === 'on' && day === '' && { day: 'end_day_required' }) };
  };
  const input = (): InputOf<typeof cancelContract> => ({
    email: email.trim(),
    kind,
    order: order.trim(),
    ends_on: end === 'on' ? day : null,
    reason: kind === 'for_cause' ? reason.trim() : '',
  });
  const forget = () => {
    setOrder('');
    setReason('');
  };
  return { email, setEmail, order, setOrder, reason, setReason, kind, setKind, end, setEnd, day, setDay, problems, input, forget };
}

/** The form that cancels a contract, with the one button that does it (docs/product.md, "Cancellation without login"). */
export function CancellationForm({ onSent }: { onSent: (cancellation: SentCancellation) => void }) {
  const { t } = useTranslation('cancellations');
  const values = useCancellationFields();
  const { run, isBusy, fields, failure } = useAction();
  const [problems, setProblems] = useState<Problems>({});
  const { form, focusInvalid } = useFocusInvalidField();
  const errorOf = (field: 'order' | 'ends_on' | 'reason') => (fields[field] ? fieldSentence(fields[field]) : null);
  const wrongEmail = problems.email ?? (fields.email ? 'email_invalid' : null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = values.problems();
    setProblems(found);
    const sent = values.input();
    let receipt: SentCancellation['receipt'] | null = null;
    const send = async () => {
      receipt = await call(cancelContract, sent);
    };
    if (Object.keys(found).length > 0 || !(await run(send)) || receipt === null) return focusInvalid();
    values.forget();
    onSent({ sent, receipt });
  };
  return (
    <form className="form panel" ref={form} onSubmit={(event) => void submit(event)} aria-label={t('title')} noValidate>
      <EmailField
        label={t('email')}
        hint={t('email_hint')}
        value={values.email}
        error={wrongEmail ? t(wrongEmail) : null}
        onType={values.setEmail}
      />
      <Field
        label={t('order')}
        name="order"
        hint={t('order_hint')}
        autoComplete="off"
        spellCheck={false}
        value={values.order}
        error={errorOf('order')}
        onChange={(event) => values.setOrder(event.target.value)}
      />
      <RadioList
        legend={t('kind')}
        name="kind"
        options={CANCELLATION_KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
        value={values.kind}
        onChange={values.setKind}
      />
      {values.kind === 'for_cause' && (
        <TextAreaField
          label={t('reason')}
          name="reason"
          rows={4}
          hint={t('reason_hint')}
          maxLength={CANCELLATION_REASON_MAX}
          value={values.reason}
          error={errorOf('reason')}
          onChange={(event) => values.setReason(event.target.value)}
        />
      )}
      <RadioList
        legend={t('end')}
        name="end"
        options={[
          { value: 'earliest', label: t('end_earliest') },
          { value: 'on', label: t('end_on') },
        ]}
        value={values.end}
        onChange={values.setEnd}
      />
      {values.end === 'on' && (
        <Field
          label={t('end_day')}
          name="ends_on"
          type="date"
          value={values.day}
          error={problems.day ? t(problems.day) : errorOf('ends_on')}
          onChange={(event) => values.setDay(event.target.value)}
        />
      )}
      <FailureNote error={failure} />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
