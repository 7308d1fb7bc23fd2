import * as v from 'valibot';
import { User } from '../account.ts';
import { Locale } from '../primitives.ts';
import { PublicSettings } from '../settings.ts';

/** The id of the JSON block with the boot data, which is in every page that the Worker answers. */
export const BOOT_ELEMENT = 'boot';

/** The id of the JSON block with the list of initial answers: those to the first calls that the screen would make. Not every page has it. */
export const INITIAL_ANSWERS_ELEMENT = 'answers';

/** The boot data, with which a page starts without a call. `user` is `unknown` if the database could not be reached. */
export const Boot = v.object({
  settings: PublicSettings,
  user: v.union([User, v.literal('signed_out'), v.literal('banned'), v.literal('unknown')]),
  /** The operator's reason, if the user is `banned` and there is one. */
  ban_reason: v.optional(v.nullable(v.string())),
  /** The address names something that does not exist, so the page shows a 404. */
  is_missing: v.optional(v.boolean()),
  locale: Locale,
  build: v.string(),
  is_development: v.boolean(),
});
export type Boot = v.InferOutput<typeof Boot>;
