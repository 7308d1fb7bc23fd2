import { type FormEvent, useState } from 'react';
import type { ProfileCard } from '#contract/profile';
import { REPORT_REASONS, REPORT_TEXT_MAX, type ReportReason, reportMember } from '#contract/safety';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { FieldMessage, TextAreaField } from '../../ui/forms/field.tsx';
import { useFocusInvalidField } from '../../ui/forms/focus-invalid-field.ts';
import { Checkbox, RadioList } from '../../ui/forms/pick-list.tsx';
import { ReportMessages } from './report-messages.tsx';
import { preselectsBlock } from './report-rules.ts';

/** The number of characters left is shown when it is below this. */
const SHOW_LEFT_BELOW = 200;

interface ReportFormProps {
  profile: ProfileCard;
  conversation: string | null;
  /** Called when the report is stored; `isBlocking` says whether the member is to be blocked as well. */
  onSent: (isBlocking: boolean) => Promise<void> | void;
  onCancel: () => void;
}

function useReport(profile: string) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [blockChoice, setBlockChoice] = useState<boolean | null>(null);
  const isBlocking = blockChoice ?? preselectsBlock(reason);
  const send = (sentReason: ReportReason) =>
    call(reportMember, {
      profile,
      reason: sentReason,
      ...(text.trim() && { text: text.trim() }),
      ...(messages.length > 0 && { messages: [...messages] }),
    });
  return { reason, setReason, text, setText, messages, setMessages, isBlocking, setBlockChoice, send };
}

/** The report form: reason, text, messages and "also block". What was typed stays after a refused try. */
export function ReportForm({ profile, conversation, onSent, onCancel }: ReportFormProps) {
  const { t } = useTranslation('safety');
  const { t: tCore } = useTranslation();
  const { min_age: minAge } = useSettings();
  const report = useReport(profile.id);
  const { run, isBusy, fields, failure } = useAction();
  const [isMissing, setIsMissing] = useState(false);
  const { form, focusInvalid } = useFocusInvalidField();
  const { reason, text, isBlocking } = report;
  const { name } = profile;
  const left = REPORT_TEXT_MAX - [...text].length;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(reason === null);
    if (reason && (await run(() => report.send(reason)))) await onSent(isBlocking);
    else focusInvalid();
  };
  /** The error of a value that has no field in the form: the member or a message. */
  const [, otherError] = Object.entries(fields).find(([field]) => field !== 'text' && field !== 'reason') ?? [];
  const missing = isMissing ? t('report_reason_missing') : null;
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <p className="muted">{t('report_intro', { name })}</p>
      <RadioList
        legend={t('report_reason')}
        name="reason"
        options={REPORT_REASONS.map((value) => ({ value, label: t(`reason_${value}`, { age: minAge }) }))}
        value={reason}
        error={fields.reason ? fieldSentence(fields.reason) : missing}
        onChange={(next) => {
          setIsMissing(false);
          report.setReason(next);
        }}
      />
      <TextAreaField
        label={t('report_text')}
        name="text"
        rows={3}
        value={text}
        error={fields.text ? fieldSentence(fields.text) : null}
        hint={left < SHOW_LEFT_BELOW ? t(left < 0 ? 'report_over' : 'report_left', { count: Math.abs(left) }) : undefined}
        onChange={(event) => report.setText(event.target.value)}
      />
      {conversation && (
        <ReportMessages conversation={conversation} sender={profile.id} chosen={report.messages} onChange={report.setMessages} />
      )}
      <Checkbox label={t('report_block', { name })} isOn={isBlocking} onChange={report.setBlockChoice} />
      <FailureNote error={failure} />
      <FieldMessage id="report-refused" error={otherError ? fieldSentence(otherError) : null} />
      <div className="dialog-actions">
        <Button type="submit" busy={isBusy}>
          {t('report_send')}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {tCore('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
