import { useRef, useState } from 'react';
import { type User, updateUser } from '#contract/account';
import { call } from '../../../api/call.ts';
import { type LatestWinsState, sendLatest } from '../../../api/latest-wins.ts';
import { updateSignedInUser } from '../../../session/user.ts';
import type { Words } from './hidden-words.ts';

/** The member's hidden words as last set. Saved at once, one request at a time; a list that was refused stays on screen for `retry`. */
export function useHiddenWords({ hidden_words: saved }: User) {
  const [wanted, setWanted] = useState<Words | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef<LatestWinsState<Words> | null>(null);
  const words = wanted ?? [...new Set(saved)];

  const change = async (next: Words) => {
    setWanted(next);
    setFailure(null);
    if (running.current) {
      running.current.wanted = next;
      return;
    }
    const mutation: LatestWinsState<Words> = { confirmed: saved, wanted: next };
    running.current = mutation;
    try {
      await sendLatest(mutation, async (list) => updateSignedInUser((await call(updateUser, { hidden_words: [...list] })).user));
      setWanted(null);
    } catch (error) {
      setFailure(error);
    } finally {
      running.current = null;
    }
  };
  return { words, failure, change: (next: Words) => void change(next), retry: () => void change([...words]) };
}
