import { type FormEvent, useState } from 'react';
import { DECISION_FACTS_MAX } from '#contract/cases';
import { restoreDecision } from '#contract/operator/operated-cases';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextAreaField } from '../../ui/forms/field.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';
import { groupedNumber } from './case-words.ts';
import type { CaseActs } from './use-case-acts.ts';

/** Takes back the decision of a case without an appeal, for a reason that the member reads. */
export function TakeBackDialog({ acts, onClose }: { readonly acts: CaseActs; readonly onClose: () => void }) {
  const t = useTexts('cases');
  const confirmed = useConfirmed();
  const [facts, setFacts] = useState('');
  const { run, isBusy, fields, failure } = useAction();
  const takeBack = async () => {
    const isDone = await acts.attempt(async () => {
      const { number } = await confirmed(() => call(restoreDecision, { number: acts.number, facts }));
      showToast({ tone: 'success', title: t('taken_back', { number: groupedNumber(number) }) });
    }, onClose);
    if (isDone) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(takeBack);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('take_back_title')}>
      <form className="form" onSubmit={submit} noValidate>
        <p className="muted">{t('take_back_text')}</p>
        <TextAreaField
          label={t('take_back_why')}
          hint={t('facts_hint')}
          error={fields.facts ? fieldSentence(fields.facts) : null}
          value={facts}
          rows={4}
          maxLength={DECISION_FACTS_MAX}
          data-first-focus
          onChange={({ target }) => setFacts(target.value)}
        />
        <ProblemNote error={failure} />
        <div className="dialog-actions">
          <Button type="submit" busy={isBusy}>
            {t('take_back')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
