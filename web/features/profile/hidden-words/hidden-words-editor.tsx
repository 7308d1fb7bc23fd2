import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react';
import type { User } from '#contract/account';
import { HIDDEN_WORD_MAX, HIDDEN_WORDS_MAX } from '#contract/account-changes';
import { formatList } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/forms/failure-note.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { addWords, hasSeparator, restoreWord, type Words } from './hidden-words.ts';
import { useHiddenWords } from './use-hidden-words.ts';
import './hidden-words.css';

interface Removed {
  readonly word: string;
  readonly at: number;
}

interface ChipsProps {
  words: Words;
  labelledBy: string;
  onRemove: (removed: Removed) => void;
}

function Chips({ words, labelledBy, onRemove }: ChipsProps) {
  const { t } = useTranslation('profile');
  if (words.length === 0) return null;
  return (
    <ul className="hidden-words" aria-labelledby={labelledBy}>
      {words.map((word, at) => (
        <li key={word}>
          <button type="button" className="chip" onClick={() => onRemove({ word, at })}>
            <span className="visually-hidden">{t('hidden_words_remove')} </span>
            <bdi>{word}</bdi>
            <Icon name="x" size="xs" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface AddFormProps {
  words: Words;
  onAdd: (words: Words) => void;
  /** Has a text read out by screen readers. */
  onAnnounce: (text: string) => void;
}

/** The field for new words. Enter, a separator or a pasted list adds them; what cannot be added stays in the field with the reason. */
function AddForm({ words, onAdd, onAnnounce }: AddFormProps) {
  const { t } = useTranslation('profile');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<ReturnType<typeof addWords>['problem']>(null);
  const max = problem === 'too_long' ? HIDDEN_WORD_MAX : HIDDEN_WORDS_MAX;
  const addTyped = (typed: string) => {
    const added = addWords(words, typed);
    if (added.words.length > words.length) onAdd(added.words);
    setProblem(added.problem);
    setText(added.refused.join(', '));
    const list = formatList(added.duplicates);
    if (added.duplicates.length > 0) onAnnounce(t('hidden_words_double', { words: list }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    addTyped(text);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!hasSeparator(pasted)) return;
    event.preventDefault();
    addTyped(text ? `${text},${pasted}` : pasted);
  };
  const change = (typed: string) => {
    setText(typed);
    if (problem === null && hasSeparator(typed)) addTyped(typed);
    else setProblem(null);
  };
  return (
    <form className="hidden-words-form" onSubmit={submit} noValidate>
      <Field
        label={t('hidden_words_label')}
        name="hidden_word"
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="enter"
        value={text}
        error={problem && t(`hidden_words_${problem}`, { max })}
        hint={t('hidden_words_limits', { count: words.length, max: HIDDEN_WORDS_MAX, length: HIDDEN_WORD_MAX })}
        onPaste={paste}
        onChange={(event) => change(event.target.value)}
      />
      <Button type="submit" tone="soft" icon="plus">
        {t('hidden_words_add')}
      </Button>
    </form>
  );
}

/** The words as chips that are removed by a press, the undo of the last removal, and the field for new words. */
export function HiddenWordsEditor({ user, labelledBy }: { user: User; labelledBy: string }) {
  const { t } = useTranslation('profile');
  const { t: tCore } = useTranslation();
  const editor = useRef<HTMLDivElement>(null);
  const { words, failure, change, retry } = useHiddenWords(user);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [announcement, setAnnouncement] = useState('');

  /** Focuses the word that is now at this index, else the one before it, else the field. */
  const focusAt = (at: number) =>
    requestAnimationFrame(() => {
      const chips = editor.current?.querySelectorAll<HTMLElement>('.chip');
      (chips?.[at] ?? chips?.[at - 1] ?? editor.current?.querySelector('input'))?.focus();
    });
  const add = (next: Words) => {
    setRemoved(null);
    setAnnouncement('');
    change(next);
  };
  const remove = ({ word, at }: Removed) => {
    change(words.toSpliced(at, 1));
    setRemoved({ word, at });
    setAnnouncement(t('hidden_words_removed', { word }));
    focusAt(at);
  };
  const undo = ({ word, at }: Removed) => {
    change(restoreWord(words, word, at));
    setRemoved(null);
    setAnnouncement('');
    focusAt(at);
  };
  return (
    <div className="hidden-words-editor" ref={editor}>
      <Chips words={words} labelledBy={labelledBy} onRemove={remove} />
      <div className="row hidden-words-status">
        <p className="muted small" role="status">
          {announcement}
        </p>
        {removed && (
          <button type="button" className="link" onClick={() => undo(removed)}>
            {t('hidden_words_undo')}
          </button>
        )}
      </div>
      <AddForm words={words} onAdd={add} onAnnounce={setAnnouncement} />
      <FailureNote error={failure} />
      {failure !== null && (
        <Button tone="quiet" small icon="refresh-cw" onClick={retry}>
          {tCore('action.retry')}
        </Button>
      )}
    </div>
  );
}
