import { type FormEvent, useState } from 'react';
import { COMPLAINT_REFERENCE_MAX, COMPLAINT_SUBJECTS, COMPLAINT_TEXT_MAX } from '#contract/complaints';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email/email-field.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Field, TextAreaField } from '../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../ui/forms/focus-invalid-field.ts';
import { RadioList } from '../../ui/forms/pick-list.tsx';
import { SubjectHint } from './subject-hint.tsx';
import { type ComplaintProblems, useComplaintForm } from './use-complaint-form.ts';

/** The number of characters left is shown when it is below this. */
const SHOW_LEFT_BELOW = 500;

/** A complaint that was sent: its number and the address that gets the answer. */
export interface SentComplaint {
  readonly number: string;
  readonly email: string;
}

/** The complaint form. What was typed stays after a refused try and a reload. */
export function ComplaintForm({ onSent }: { onSent: (sent: SentComplaint) => void }) {
  const { t } = useTranslation('complaints');
  const complaint = useComplaintForm();
  const { run, isBusy, fields, failure } = useAction();
  const [problems, setProblems] = useState<ComplaintProblems>({});
  const { form, focusInvalid } = useFocusInvalidField();
  const { subject, text, email } = complaint;
  const left = COMPLAINT_TEXT_MAX - [...text].length;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = complaint.problems();
    setProblems(found);
    let number = '';
    const send = async () => {
      if (subject) ({ number } = await complaint.send(subject));
    };
    if (subject === null || Object.keys(found).length > 0 || !(await run(send))) return focusInvalid();
    complaint.forget();
    onSent({ number, email: email.trim() });
  };
  const serverError = (field: 'subject' | 'text' | 'reference' | 'name') => (fields[field] ? fieldSentence(fields[field]) : null);
  const errorOf = (field: 'subject' | 'text') => (problems[field] ? t(problems[field]) : serverError(field));
  const wrongEmail = problems.email ?? (fields.email ? 'email_invalid' : null);
  const clearProblem = (field: keyof ComplaintProblems) => setProblems(({ [field]: _, ...others }) => others);

  return (
    <form className="form panel complaint-form" ref={form} onSubmit={(event) => void submit(event)} aria-label={t('title')} noValidate>
      <RadioList
        legend={t('subject')}
        name="subject"
        options={COMPLAINT_SUBJECTS.map((value) => ({ value, label: t(`subject_${value}`) }))}
        value={subject}
        error={errorOf('subject')}
        onChange={(next) => {
          clearProblem('subject');
          complaint.choose(next);
        }}
      />
      {subject && <SubjectHint subject={subject} />}
      <TextAreaField
        label={t('text')}
        name="text"
        rows={7}
        value={text}
        error={errorOf('text')}
        hint={left < SHOW_LEFT_BELOW ? t(left < 0 ? 'over' : 'left', { count: Math.abs(left) }) : undefined}
        onChange={(event) => {
          clearProblem('text');
          complaint.setText(event.target.value);
        }}
      />
      <Field
        label={t(subject === 'decision' ? 'reference_decision' : 'reference')}
        name="reference"
        hint={t(subject === 'decision' ? 'reference_decision_hint' : 'reference_hint')}
        maxLength={COMPLAINT_REFERENCE_MAX}
        value={complaint.reference}
        error={serverError('reference')}
        onChange={(event) => complaint.setReference(event.target.value)}
      />
      <Field
        label={t('name')}
        name="name"
        autoComplete="name"
        value={complaint.name}
        error={serverError('name')}
        onChange={(event) => complaint.setName(event.target.value)}
      />
      <EmailField
        label={t('email')}
        hint={t('email_hint')}
        value={email}
        error={wrongEmail ? t(wrongEmail) : null}
        onType={(address) => {
          clearProblem('email');
          complaint.setEmail(address);
        }}
      />
      <FailureNote error={failure} />
      <p className="muted small">{t('honest')}</p>
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
