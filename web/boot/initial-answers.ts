import * as v from 'valibot';
import { INITIAL_ANSWERS_ELEMENT } from '#contract/pages/boot';

/** The initial answers in the page that were not taken yet, as JSON text; null if there are none. */
let remaining = document.getElementById(INITIAL_ANSWERS_ELEMENT)?.textContent ?? null;

/** Forgets the initial answers, which were made for a session that has ended. */
export function discardInitialAnswers(): void {
  remaining = null;
}

/** Returns the initial answer that matches `schema` and `isMeant`, once; undefined if there is none. The others stay for other calls. */
export function takeInitialAnswer<S extends v.GenericSchema>(
  schema: S,
  isMeant?: (answer: v.InferOutput<S>) => boolean,
): v.InferOutput<S> | undefined {
  if (!remaining) return undefined;
  const answers: unknown[] = JSON.parse(remaining);
  for (const [i, answer] of answers.entries()) {
    const { success, output } = v.safeParse(schema, answer);
    if (success && isMeant?.(output) !== false) {
      remaining = answers.length > 1 ? JSON.stringify(answers.toSpliced(i, 1)) : null;
      return output;
    }
  }
  return undefined;
}
