import { type FormEvent, useState } from 'react';
import { LAW_CODES, NOTICE_TEXT_MAX, NOTICE_WHERE_MAX } from '#contract/cases';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../../ui/email/email-field.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Field, TextAreaField } from '../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../ui/forms/focus-invalid-field.ts';
import { RadioList, RequiredCheckbox } from '../../ui/forms/pick-list.tsx';
import { type NoticeProblems, useNoticeForm } from './use-notice-form.ts';

/** A notice that was sent: its number, and the address that hears of the decision; null if none was given. */
export interface SentNotice {
  readonly number: string;
  readonly email: string | null;
}

/** The form for a notice of illegal content. What was typed stays after a refused try and a reload. */
export function NoticeForm({ onSent }: { onSent: (sent: SentNotice) => void }) {
  const { t } = useTranslation('cases');
  const notice = useNoticeForm();
  const { run, isBusy, fields, failure } = useAction();
  const [problems, setProblems] = useState<NoticeProblems>({});
  const { form, focusInvalid } = useFocusInvalidField();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = notice.problems();
    setProblems(found);
    const { law } = notice;
    let number = '';
    const send = async () => {
      if (law) ({ number } = await notice.send(law));
    };
    if (law === null || Object.keys(found).length > 0 || !(await run(send))) return focusInvalid();
    const email = notice.email.trim();
    notice.forget();
    onSent({ number, email: email === '' ? null : email });
  };
  const errorOf = (field: Exclude<keyof NoticeProblems, 'email' | 'goodFaith'>) => {
    const problem = problems[field];
    if (problem) return t(problem);
    return fields[field] ? fieldSentence(fields[field]) : null;
  };
  const wrongEmail = problems.email ?? (fields.email ? 'email_invalid' : null);

  return (
    <form className="form panel notice-form" ref={form} onSubmit={(event) => void submit(event)} aria-label={t('notice_title')} noValidate>
      <Field
        label={t('notice_where')}
        hint={t('notice_where_hint')}
        name="where"
        maxLength={NOTICE_WHERE_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={notice.where}
        error={errorOf('where')}
        onChange={(event) => notice.setWhere(event.target.value)}
      />
      <RadioList
        legend={t('notice_law')}
        name="law"
        options={LAW_CODES.map((value) => ({ value, label: t(`law_${value}`) }))}
        value={notice.law}
        error={errorOf('law')}
        onChange={notice.setLaw}
      />
      <TextAreaField
        label={t('notice_text')}
        hint={t('notice_text_hint')}
        name="text"
        rows={7}
        maxLength={NOTICE_TEXT_MAX}
        value={notice.text}
        error={errorOf('text')}
        onChange={(event) => notice.setText(event.target.value)}
      />
      {notice.isAnonymousAllowed && (
        <p className="muted" role="status">
          {t('notice_anonymous')}
        </p>
      )}
      <Field
        label={t('notice_name')}
        name="name"
        autoComplete="name"
        value={notice.name}
        error={errorOf('name')}
        onChange={(event) => notice.setName(event.target.value)}
      />
      <EmailField
        label={t('email')}
        hint={t('email_hint')}
        value={notice.email}
        error={wrongEmail ? t(wrongEmail) : null}
        onType={notice.setEmail}
      />
      <RequiredCheckbox
        label={t('notice_good_faith')}
        isOn={notice.isGoodFaith}
        error={problems.goodFaith && !notice.isGoodFaith ? t(problems.goodFaith) : null}
        onChange={notice.setGoodFaith}
      />
      <FailureNote error={failure} />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {t('notice_send')}
        </Button>
      </div>
    </form>
  );
}
