import * as v from 'valibot';
import { ANSWER_ELEMENT } from '#contract/pages/boot';
import { onSignOut } from './user.ts';

/** What the page has brought of what its screen asks first, for whoever it came to. */
let brought = document.getElementById(ANSWER_ELEMENT)?.textContent ?? null;
onSignOut(() => {
  brought = null;
});

/** The answer that came with the page, once and where it is of this kind and the one that is meant. */
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
