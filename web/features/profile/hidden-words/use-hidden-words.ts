import { useMemo } from 'react';
import { type User, updateUser } from '#contract/account';
import { call } from '../../../api/call.ts';
import { useLatestWins } from '../../../api/use-latest-wins.ts';
import { updateSignedInUser } from '../../../session/user.ts';
import type { Words } from './hidden-words.ts';

const saveWords = async (words: Words) => updateSignedInUser((await call(updateUser, { hidden_words: [...words] })).user);

/** The member's hidden words as last set. Saved at once; a list that was refused stays on screen for `retry`. */
export function useHiddenWords({ hidden_words: saved }: User) {
  const confirmed = useMemo(() => [...new Set(saved)], [saved]);
  const { value: words, failure, change, retry } = useLatestWins<Words>(confirmed, saveWords);
  return { words, failure, change, retry };
}
