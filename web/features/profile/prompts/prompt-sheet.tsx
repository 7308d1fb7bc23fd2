import { useState } from 'react';
import { PROMPT_ANSWER_MAX } from '#contract/profile';
import { fieldSentence } from '../../../api/error-text.ts';
import { type AnsweredPrompts, withAnswer } from '../../../api/profile/answered-prompts.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CountedArea, charactersLeft } from '../../../ui/forms/counted-area.tsx';
import { SectionForm } from '../../../ui/forms/section-form.tsx';
import { useSaveSection } from '../use-save-section.ts';
import { forgetPromptDraft, readPromptDraft, storePromptDraft } from './prompt-draft.ts';
import { PromptPicker } from './prompt-picker.tsx';

/** Closes the sheet; `prompts` are the saved ones, or null if nothing was saved. */
type OnClose = (prompts: AnsweredPrompts | null, id: string) => void;

interface AnswerFormProps {
  id: string;
  prompts: AnsweredPrompts;
  /** Leads back to the list of prompts; absent for a prompt that has been answered. */
  onPickOther: (() => void) | undefined;
  onClose: OnClose;
}

function AnswerForm({ id, prompts, onPickOther, onClose }: AnswerFormProps) {
  const { t } = useTranslation('profile');
  const saved = prompts.find((prompt) => prompt.id === id)?.text ?? '';
  const [text, setText] = useState(() => {
    const draft = readPromptDraft();
    return draft.id === id && draft.text ? draft.text : saved;
  });
  const [isTried, setTried] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { save, isBusy, fields, failure } = useSaveSection();
  const answer = text.trim();
  const refused = Object.entries(fields).find(([name]) => name.startsWith('prompts'))?.[1];
  const error = isTried && !answer ? fieldSentence('required') : refused ? fieldSentence(refused) : null;

  const type = (typed: string) => {
    setText(typed);
    storePromptDraft(id, typed);
  };
  const saveAs = async (next: string) => {
    const changed = withAnswer(prompts, { id, text: next });
    if (!(await save({ prompts: changed }))) return;
    forgetPromptDraft();
    onClose(changed, id);
  };
  const submit = async () => {
    setTried(true);
    if (answer && charactersLeft(text, PROMPT_ANSWER_MAX) >= 0) await saveAs(answer);
  };
  const cancel = () => {
    forgetPromptDraft();
    onClose(null, id);
  };
  const remove = () => {
    setRemoving(false);
    void saveAs('');
  };
  return (
    <SectionForm isBusy={isBusy} failure={failure} onSave={submit} onCancel={cancel} isInDialog>
      <CountedArea
        label={t('prompts_answer')}
        name="prompt_answer"
        rows={4}
        autoFocus
        data-first-focus
        value={text}
        max={PROMPT_ANSWER_MAX}
        error={error}
        onChange={(event) => type(event.target.value)}
      />
      <div className="row">
        {onPickOther ? (
          <Button tone="soft" small icon="arrow-left" onClick={onPickOther}>
            {t('prompts_other')}
          </Button>
        ) : (
          <Button tone="soft" small icon="trash-2" onClick={() => setRemoving(true)}>
            {t('prompts_remove')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onConfirm={remove}
        title={t('prompts_remove_title')}
        text={t('prompts_remove_text')}
        confirmLabel={t('prompts_remove')}
      />
    </SectionForm>
  );
}

interface PromptSheetProps {
  prompts: AnsweredPrompts;
  /** The labels of all prompts by id. */
  labels: ReadonlyMap<string, string>;
  /** The prompt to change; empty for one to be chosen, or for the one that was begun. */
  openId: string;
  onClose: OnClose;
}

/** A dialog in which a prompt is chosen and answered. Closing it without cancelling keeps what was typed. */
export function PromptSheet({ prompts, labels, openId, onClose }: PromptSheetProps) {
  const { t } = useTranslation('profile');
  const isAnswered = (id: string) => prompts.some((prompt) => prompt.id === id);
  const [chosen, setChosen] = useState(() => {
    const begun = readPromptDraft().id;
    return openId || (labels.has(begun) && !isAnswered(begun) ? begun : '');
  });
  const [hasComeBack, setComeBack] = useState(false);
  const pickOther = () => {
    setComeBack(true);
    setChosen('');
  };
  const choices = [...labels].filter(([id]) => !isAnswered(id)).map(([id, label]) => ({ id, label }));
  return (
    <Dialog isOpen onClose={() => onClose(null, chosen)} title={chosen ? labels.get(chosen) : t('prompts_pick')}>
      {chosen ? (
        <AnswerForm id={chosen} prompts={prompts} onPickOther={openId ? undefined : pickOther} onClose={onClose} />
      ) : (
        <PromptPicker choices={choices} isFocused={hasComeBack} onPick={setChosen} />
      )}
    </Dialog>
  );
}
