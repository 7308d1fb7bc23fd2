import { useState } from 'react';
import * as v from 'valibot';
import { useStoredText } from '../../../ui/forms/form-draft.ts';

/** Returns null if the text is not JSON of this schema. */
function parseStored<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** The answers of one step. `answer` stores them for this tab, `guess` shows them without storing, `forget` removes what is stored. */
export function useStoredAnswers<S extends v.GenericSchema>(key: string, schema: S, initial: v.InferOutput<S>) {
  const [stored, store] = useStoredText(key);
  const [answers, setAnswers] = useState<v.InferOutput<S>>(() => parseStored(schema, stored) ?? initial);
  const answer = (next: v.InferOutput<S>) => {
    setAnswers(next);
    store(JSON.stringify(next));
  };
  return { answers, answer, guess: setAnswers, forget: () => store('') };
}
