import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { assignCase } from '#contract/operator/operated-cases';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { RadioList } from '../../ui/forms/pick-list.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { Loaded } from '../parts/loaded.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';
import { colleaguesQuery } from './case-queries.ts';
import type { CaseActs } from './use-case-acts.ts';

interface DialogProps {
  readonly acts: CaseActs;
  /** The id of the operator who has the case; null if nobody has. */
  readonly assignee: string | null;
  readonly onClose: () => void;
}

type Colleague = { readonly id: string; readonly name: string; readonly is_self: boolean };

function AssignForm({ acts, colleagues, onClose }: Omit<DialogProps, 'assignee'> & { readonly colleagues: readonly Colleague[] }) {
  const t = useTexts('cases');
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { run, isBusy, failure } = useAction();
  const give = async (operator: string) => {
    const name = colleagues.find(({ id }) => id === operator)?.name ?? '';
    const isFinished = await run(async () => {
      const isDone = await acts.attempt(() => call(assignCase, { number: acts.number, operator }), onClose);
      if (isDone) showToast({ tone: 'success', title: t('given_to', { name }) });
    });
    if (isFinished) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(chosen === null);
    if (chosen !== null) void give(chosen);
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <RadioList
        legend={t('colleague')}
        name="colleague"
        value={chosen}
        error={isMissing ? fieldSentence('required') : null}
        options={colleagues.map(({ id, name, is_self: isSelf }) => ({ value: id, label: isSelf ? t('self', { name }) : name }))}
        onChange={setChosen}
      />
      <ProblemNote error={failure} />
      <div className="dialog-actions">
        <Button type="submit" busy={isBusy}>
          {t('give')}
        </Button>
      </div>
    </form>
  );
}

/** Gives a case to another operator, whoever has it. */
export function AssignDialog({ acts, assignee, onClose }: DialogProps) {
  const t = useTexts('cases');
  const query = useQuery(colleaguesQuery);
  return (
    <Dialog isOpen onClose={onClose} title={t('assign_title')}>
      <Loaded query={query}>
        {(operators) => {
          const colleagues = operators.filter(({ id }) => id !== assignee);
          return colleagues.length === 0 ? (
            <p className="muted">{t('no_colleagues')}</p>
          ) : (
            <AssignForm acts={acts} colleagues={colleagues} onClose={onClose} />
          );
        }}
      </Loaded>
    </Dialog>
  );
}
