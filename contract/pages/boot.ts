import * as v from 'valibot';
import { User } from '../account.ts';
import { Locale } from '../primitives.ts';
import { PublicSettings } from '../settings.ts';

/** The id of the JSON block in every page the Worker answers. */
export const BOOT_ELEMENT = 'boot';

/** The id of the block that holds what a screen would ask first, where its address says all there is to ask. */
export const ANSWER_ELEMENT = 'answer';

/** What the first screen needs, so that it makes no call: `unknown` is a database that was away. */
export const Boot = v.object({
  settings: PublicSettings,
  user: v.union([User, v.literal('signed_out'), v.literal('banned'), v.literal('unknown')]),
  /** Why, when the user is `banned` and the operator said so. */
  ban_reason: v.optional(v.nullable(v.string())),
  /** What the address names does not exist: the page is that of a 404. */
  is_missing: v.optional(v.boolean()),
  locale: Locale,
  build: v.string(),
  is_development: v.boolean(),
});
export type Boot = v.InferOutput<typeof Boot>;
