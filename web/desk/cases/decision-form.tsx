import { type FormEvent, useState } from 'react';
import type { CaseAction } from '#contract/cases';
import type { FieldCode } from '#contract/errors';
import { type CaseDetails, decideCase } from '#contract/operator/operated-cases';
import { CallError, call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusInvalidField } from '../../ui/forms/focus-invalid-field.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { useConfirmed } from '../session/confirmation.tsx';
import { useTexts } from '../texts.ts';
import { decisionInput, faultsOf, useDecisionDraft } from './decision-draft.ts';
import { DecisionFields } from './decision-fields.tsx';
import { DecisionPreview } from './decision-preview.tsx';
import type { CaseActs } from './use-case-acts.ts';

type Faults = Readonly<Record<string, FieldCode>>;
const NO_FAULTS: Faults = {};

/** The wrong fields in an error; null for any other error. */
const faultsIn = (error: unknown): Faults | null => (error instanceof CallError && error.status === 422 ? error.fields : null);

/** Decides a case that the operator has. What is told is shown before it is final; a pause or ban asks for the passkey. */
export function DecisionForm({ details, acts }: { readonly details: CaseDetails; readonly acts: CaseActs }) {
  const t = useTexts('cases');
  const confirmed = useConfirmed();
  const { draft, change, forget } = useDecisionDraft(details);
  const [faults, setFaults] = useState(NO_FAULTS);
  const [previewed, setPreviewed] = useState<CaseAction | null>(null);
  const { form, focusInvalid } = useFocusInvalidField();
  const { run, isBusy, failure, clearError } = useAction();
  const close = () => setPreviewed(null);
  const tellFaults = (found: Faults) => {
    setFaults(found);
    close();
    focusInvalid();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(draft, details);
    if (Object.keys(found).length > 0) return tellFaults(found);
    setFaults(NO_FAULTS);
    clearError();
    setPreviewed(draft.action);
  };
  const decide = async (action: CaseAction) => {
    const send = () => confirmed(() => call(decideCase, decisionInput(draft, action, details)));
    const isDone = await acts.attempt(send, close);
    if (!isDone) return;
    forget();
    showToast({ tone: 'success', title: t('decided') });
  };
  const decideOrTell = (action: CaseAction) =>
    run(() =>
      decide(action).catch((error: unknown) => {
        const found = faultsIn(error);
        if (found === null) throw error;
        tellFaults(found);
      }),
    );
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <DecisionFields
        details={details}
        draft={draft}
        errorOf={(field) => (faults[field] ? fieldSentence(faults[field]) : null)}
        onChange={(part) => {
          change(part);
          setFaults(NO_FAULTS);
        }}
      />
      <Button type="submit" wide>
        {t('preview')}
      </Button>
      {previewed !== null && (
        <DecisionPreview
          details={details}
          draft={draft}
          action={previewed}
          isBusy={isBusy}
          failure={failure}
          onDecide={() => void decideOrTell(previewed)}
          onClose={close}
        />
      )}
    </form>
  );
}
