import * as v from 'valibot';
import { ANSWER_ELEMENT } from '#contract/pages/boot';
import { onSignOut } from './user.ts';

/** The initial answer in the page as JSON text; null if there is none, it was taken, or the session has ended. */
let brought = document.getElementById(ANSWER_ELEMENT)?.textContent ?? null;
onSignOut(() => {
  brought = null;
});

/** Returns the initial answer, once, if it matches `schema` and `isMeant`; else undefined, and it stays for another call. */
export function takeBrought<S extends v.GenericSchema>(
  schema: S,
  isMeant?: (answer: v.InferOutput<S>) => boolean,
): v.InferOutput<S> | undefined {
  if (!brought) return undefined;
  const { success, output } = v.safeParse(schema, JSON.parse(brought));
  if (!success || isMeant?.(output) === false) return undefined;
  brought = null;
  return output;
}
