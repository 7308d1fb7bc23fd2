import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

interface PromptRowProps {
  label: string;
  answer: string;
  place: number;
  count: number;
  onOpen: () => void;
  /** Moves the row to this place. */
  onMove: (place: number) => void;
}

/** An answered prompt: a press opens it, two buttons and Alt with an arrow key move it. */
export function PromptRow({ label, answer, place, count, onOpen, onMove }: PromptRowProps) {
  const { t } = useTranslation('profile');
  const moveTo = (to: number) => {
    if (to >= 0 && to < count) onMove(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    moveTo(place + step);
  };
  return (
    <li className="prompt-row">
      <button type="button" className="prompt-open" aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown" onKeyDown={onKeyDown} onClick={onOpen}>
        <span className="visually-hidden">{t('prompts_edit')} </span>
        <span className="prompt-label">{label}</span>
        <span className="visually-hidden">: </span>
        <bdi className="prompt-answer" dir="auto">
          {answer}
        </bdi>
        <Icon name="pencil" size="s" />
      </button>
      {count > 1 && (
        <span className="prompt-order">
          <IconButton
            name="arrow-up"
            label={t('prompts_up', { prompt: label })}
            aria-disabled={place === 0}
            onClick={() => moveTo(place - 1)}
          />
          <IconButton
            name="arrow-down"
            label={t('prompts_down', { prompt: label })}
            aria-disabled={place === count - 1}
            onClick={() => moveTo(place + 1)}
          />
        </span>
      )}
    </li>
  );
}
