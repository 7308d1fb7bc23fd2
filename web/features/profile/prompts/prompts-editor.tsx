import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/account';
import { PROMPTS_MAX } from '#contract/profile';
import { useErrorSentence } from '../../../api/error-text.ts';
import type { AnsweredPrompts } from '../../../api/profile/answered-prompts.ts';
import { usePromptLabels } from '../../../api/profile/catalogue-queries.ts';
import { useLatestWins } from '../../../api/use-latest-wins.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { saveUser } from '../../../session/save-user.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { useAnimatedRows } from '../../../ui/lists/animate-rows.ts';
import { useOnSectionLink } from '../../../ui/navigation/hash-target.ts';
import { PromptRow } from './prompt-row.tsx';
import { PromptSheet } from './prompt-sheet.tsx';
import { PromptsSkeleton } from './prompts-skeleton.tsx';

const saveOrder = (prompts: AnsweredPrompts) => saveUser({ prompts: [...prompts] });

/**
 * Focus in the list of prompts: `focusRow` for the control of a row, `focusAdd` for the button below the list. It moves in an effect, because
 * the sheet that closes returns the focus to where it was.
 */
function useListFocus() {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  /** A new object for each move; `row` is null for the button. */
  const [target, setTarget] = useState<{ readonly row: number | null; readonly control: string } | null>(null);
  useEffect(() => {
    if (!target) return;
    if (target.row === null) addButton.current?.focus();
    else list.current?.children[target.row]?.querySelector<HTMLElement>(target.control)?.focus();
  }, [target]);
  const focusRow = (row: number, control: string) => setTarget({ row, control });
  return { list, addButton, focusRow, focusAdd: () => setTarget({ row: null, control: '' }) };
}

/** The answered prompts in their order, and the sheet that adds, changes and removes them. */
export function PromptsEditor({ user, labelledBy }: { user: User; labelledBy: string }) {
  const { t } = useTranslation('profile');
  const { t: tCore } = useTranslation();
  const sentence = useErrorSentence();
  const labels = usePromptLabels(true);
  const { value: prompts, failure, change, retry } = useLatestWins<AnsweredPrompts>(user.profile.prompts, saveOrder);
  /** The prompt that the sheet shows; an empty id stands for one to be chosen. */
  const [openId, setOpenId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const { list, addButton, focusRow, focusAdd } = useListFocus();
  const listRef = useAnimatedRows(list);
  const isFull = prompts.length >= PROMPTS_MAX;
  useOnSectionLink('prompts', () => setOpenId(isFull ? null : ''));

  if (labels.isError) {
    return (
      <p className="hint error" role="alert">
        {sentence(labels.error)}
      </p>
    );
  }
  if (!labels.data) return <PromptsSkeleton count={prompts.length} />;
  const labelOf = (id: string) => labels.data.get(id) ?? '';
  const move = (from: number, to: number) => {
    const moved = prompts[from];
    if (!moved) return;
    // A row moves by one place, so that the control that was used is the one of this direction.
    const control = document.activeElement?.matches('.prompt-open') ? '.prompt-open' : `.icon-btn:nth-child(${to < from ? 1 : 2})`;
    change(prompts.toSpliced(from, 1).toSpliced(to, 0, moved));
    setAnnouncement(t('prompts_moved', { prompt: labelOf(moved.id), place: to + 1, of: prompts.length }));
    focusRow(to, control);
  };
  const close = (next: AnsweredPrompts | null, id: string) => {
    setOpenId(null);
    if (!next) return;
    const place = next.findIndex((prompt) => prompt.id === id);
    if (place < 0) focusAdd();
    else focusRow(place, '.prompt-open');
  };
  return (
    <div className="prompts-editor">
      {prompts.length === 0 && <p className="muted">{t('prompts_empty')}</p>}
      <ul className="prompt-list" aria-labelledby={labelledBy} ref={listRef}>
        {prompts.map(({ id, text }, place) => (
          <PromptRow
            key={id}
            label={labelOf(id)}
            answer={text}
            place={place}
            count={prompts.length}
            onOpen={() => setOpenId(id)}
            onMove={(to) => move(place, to)}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <FailureNote error={failure} />
      {failure !== null && (
        <Button tone="quiet" small icon="refresh-cw" onClick={retry}>
          {tCore('action.retry')}
        </Button>
      )}
      {!isFull && (
        <Button tone="soft" small icon="plus" ref={addButton} onClick={() => setOpenId('')}>
          {t('prompts_add')}
        </Button>
      )}
      {openId !== null && <PromptSheet prompts={prompts} labels={labels.data} openId={openId} onClose={close} />}
    </div>
  );
}
