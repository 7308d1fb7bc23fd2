import { type FormEvent, type ReactNode, useState } from 'react';
import { GRANT_REASON_MAX } from '#contract/operator/operated-members';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../ui/forms/field.tsx';
import { useConfirmed } from '../session/confirmation.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';

interface ReasonDialogProps {
  readonly title: string;
  readonly text: string;
  readonly submitLabel: string;
  /** Does it, for the reason that was typed; asked for a confirmation where the server wants one. */
  readonly act: (reason: string) => Promise<unknown>;
  readonly onClose: (isDone: boolean) => void;
  /** Fields above the reason; they get the error of a field by its name. */
  readonly children?: (errorOf: (field: string) => string | null) => ReactNode;
}

/** A dialog for an act that needs a reason, and may need a confirmation. */
export function ReasonDialog({ title, text, submitLabel, act, onClose, children }: ReasonDialogProps) {
  const t = useTexts('members');
  const confirmed = useConfirmed();
  const [reason, setReason] = useState('');
  const { run, isBusy, fields, failure } = useAction();
  const errorOf = (field: string) => (fields[field] ? fieldSentence(fields[field]) : null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => confirmed(() => act(reason)))) onClose(true);
  };
  return (
    <Dialog isOpen onClose={() => onClose(false)} title={title}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <p className="muted">{text}</p>
        {children?.(errorOf)}
        <TextAreaField
          label={t('reason')}
          error={errorOf('reason')}
          value={reason}
          rows={3}
          maxLength={GRANT_REASON_MAX}
          onChange={(event) => setReason(event.target.value)}
        />
        <ProblemNote error={failure} />
        <div className="dialog-actions">
          <Button type="submit" busy={isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
