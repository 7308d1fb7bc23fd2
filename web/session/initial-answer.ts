import * as v from 'valibot';
import { INITIAL_ANSWER_ELEMENT } from '#contract/pages/boot';
import { onSignOut } from './user.ts';

/** The initial answer in the page as JSON text; null if there is none, it was taken, or the session has ended. */
let initialAnswer = document.getElementById(INITIAL_ANSWER_ELEMENT)?.textContent ?? null;
onSignOut(() => {
  initialAnswer = null;
});

/** Returns the initial answer, once, if it matches `schema` and `isTargetDevice`; else undefined, and it stays for another call. */
export function takeInitialAnswer<S extends v.GenericSchema>(
  schema: S,
  isMeant?: (answer: v.InferOutput<S>) => boolean,
): v.InferOutput<S> | undefined {
  if (!initialAnswer) return undefined;
  const { success, output } = v.safeParse(schema, JSON.parse(initialAnswer));
  if (!success || isMeant?.(output) === false) return undefined;
  initialAnswer = null;
  return output;
}
