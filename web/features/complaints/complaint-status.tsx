import { type FormEvent, useState } from 'react';
import { getComplaint } from '#contract/complaints';
import type { OutputOf } from '#contract/endpoint';
import { CallError, call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { formatDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { emailProblem } from '../../ui/forms/email-problem.ts';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { EmailInputField, Field } from '../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../ui/forms/focus-invalid-field.ts';
import { useStoredText } from '../../ui/forms/form-draft.ts';

type Complaint = OutputOf<typeof getComplaint>;

function StatusSentence({ complaint }: { complaint: Complaint }) {
  const { t } = useTranslation('complaints');
  const { status, created_at: createdAt, due_at: dueAt, closed_at: closedAt } = complaint;
  if (status !== 'open') return t(`status_${status}`, { when: formatDate(closedAt ?? createdAt) });
  const isLate = Date.parse(dueAt) < Date.now();
  return t(isLate ? 'status_late' : 'status_open', { since: formatDate(createdAt), due: formatDate(dueAt) });
}

/** Form that looks up the status of an earlier complaint by its number and e-mail address. */
export function ComplaintStatus({ titleId }: { titleId: string }) {
  const { t } = useTranslation('complaints');
  const user = useUser();
  const [number, setNumber] = useStoredText('complaint-number');
  const [email, setEmail] = useStoredText('complaint-email', user?.email);
  const [isTried, setIsTried] = useState(false);
  const [found, setFound] = useState<Complaint | null>(null);
  const { run, isBusy, error, fields, failure, clearError } = useAction();
  const { form, focusInvalid } = useFocusInvalidField();
  const isUnknown = (error instanceof CallError && error.code === 'not_found') || fields.number !== undefined;

  const onType = (setText: (text: string) => void) => (event: { target: { value: string } }) => {
    setFound(null);
    clearError();
    setText(event.target.value);
  };
  const lookUp = async (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    setFound(null);
    const isComplete = number.trim() !== '' && emailProblem(email) === null;
    if (!isComplete || !(await run(async () => setFound(await call(getComplaint, { number, email }))))) focusInvalid();
  };
  const wrongEmail = isTried ? emailProblem(email) : null;
  return (
    <form className="form" ref={form} onSubmit={(event) => void lookUp(event)} aria-labelledby={titleId} noValidate>
      <p className="muted">{t('status_text')}</p>
      <Field
        label={t('number')}
        name="number"
        hint={t('number_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={number}
        error={isTried && number.trim() === '' ? t('number_required') : isUnknown ? t('status_none') : null}
        onChange={onType(setNumber)}
      />
      <EmailInputField label={t('email')} value={email} error={wrongEmail ? t(wrongEmail) : null} onChange={onType(setEmail)} />
      {!isUnknown && <FailureNote error={failure} />}
      <div className="row">
        <Button type="submit" tone="soft" busy={isBusy}>
          {t('status_look')}
        </Button>
      </div>
      <div role="status">
        {found && (
          <p className="panel complaint-state">
            <StatusSentence complaint={found} />
          </p>
        )}
      </div>
    </form>
  );
}
