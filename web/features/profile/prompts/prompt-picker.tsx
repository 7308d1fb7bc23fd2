import { useState } from 'react';
import { foldAccents } from '../../../i18n/fold-accents.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { SearchInput } from '../../../ui/forms/search-input.tsx';

interface Choice {
  readonly id: string;
  readonly label: string;
}

interface PromptPickerProps {
  choices: readonly Choice[];
  /** Whether the search field takes the focus. */
  isFocused: boolean;
  onPick: (id: string) => void;
}

/** The prompts that are left to be answered, with a field that searches in them. Case and accents make no difference. */
export function PromptPicker({ choices, isFocused, onPick }: PromptPickerProps) {
  const { t } = useTranslation('profile');
  const [query, setQuery] = useState('');
  const wanted = foldAccents(query.trim());
  const found = choices.filter(({ label }) => foldAccents(label).includes(wanted));
  return (
    <div className="prompt-picker">
      <search className="prompt-search">
        <SearchInput label={t('prompts_search')} value={query} isFocused={isFocused} onChange={setQuery} />
      </search>
      <p className={found.length > 0 ? 'visually-hidden' : 'muted'} role="status">
        {found.length > 0 ? t('prompts_found', { count: found.length }) : t('prompts_none_found')}
      </p>
      <ul className="prompt-choices">
        {found.map(({ id, label }) => (
          <li key={id}>
            <button type="button" onClick={() => onPick(id)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
