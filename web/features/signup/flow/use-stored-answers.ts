import { useState } from 'react';
import * as v from 'valibot';
import { useKeptText } from '../../../ui/forms/form-draft.ts';

function read<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  try {
    const kept = v.safeParse(schema, JSON.parse(text));
    return kept.success ? kept.output : null;
  } catch {
    return null;
  }
}

/** The answers of one step, which survive a reload of this tab. What is only a guess is shown and not kept. */
export function useKeptAnswers<S extends v.GenericSchema>(key: string, schema: S, initial: v.InferOutput<S>) {
  const [kept, keep] = useKeptText(key);
  const [answers, setAnswers] = useState<v.InferOutput<S>>(() => read(schema, kept) ?? initial);
  const answer = (next: v.InferOutput<S>) => {
    setAnswers(next);
    keep(JSON.stringify(next));
  };
  return { answers, answer, guess: setAnswers, forget: () => keep('') };
}
