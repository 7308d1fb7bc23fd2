import { useMemo } from 'react';
import type { User } from '#contract/account';
import { useLatestWins } from '../../../api/use-latest-wins.ts';
import { saveUser } from '../../../session/save-user.ts';
import type { Words } from './hidden-words.ts';

const saveWords = (words: Words) => saveUser({ hidden_words: [...words] });

/** The member's hidden words as last set. Saved at once; a list that was refused stays on screen for `retry`. */
export function useHiddenWords({ hidden_words: saved }: User) {
  const confirmed = useMemo(() => [...new Set(saved)], [saved]);
  const { value: words, failure, change, retry } = useLatestWins<Words>(confirmed, saveWords);
  return { words, failure, change, retry };
}
