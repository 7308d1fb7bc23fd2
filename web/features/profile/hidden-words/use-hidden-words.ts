import { useRef, useState } from 'react';
import { type User, updateUser } from '#contract/account';
import { call } from '../../../api/call.ts';
import { type Intent, settle } from '../../../api/latest-wins.ts';
import { signIn } from '../../../session/user.ts';
import type { Words } from './hidden-words.ts';

/** The member's hidden words as they were last set: saved at once, one request at a time; what was refused stays on screen to be tried again. */
export function useHiddenWords({ hidden_words: kept }: User) {
  const [wanted, setWanted] = useState<Words | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef<Intent<Words> | null>(null);
  const words = wanted ?? [...new Set(kept)];

  const change = async (next: Words) => {
    setWanted(next);
    setFailure(null);
    if (running.current) {
      running.current.wanted = next;
      return;
    }
    const intent: Intent<Words> = { confirmed: kept, wanted: next };
    running.current = intent;
    try {
      await settle(intent, async (hidden) => signIn((await call(updateUser, { hidden_words: [...hidden] })).user));
      setWanted(null);
    } catch (error) {
      setFailure(error);
    } finally {
      running.current = null;
    }
  };
  return { words, failure, change: (next: Words) => void change(next), retry: () => void change([...words]) };
}
