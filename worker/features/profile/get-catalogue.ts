import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type {
  getProfileFields as fieldsEndpoint,
  getInterests as interestsEndpoint,
  getPrompts as promptsEndpoint,
  getRegions as regionsEndpoint,
} from '#contract/profile';
import { interestsIn, profileFieldsIn, promptsIn, regionsOf } from '../../domain/catalogue.ts';
import type { Context } from '../../domain/context.ts';

/** The configurable fields with their values, in the caller's language. */
export const getProfileFields = (ctx: Context): Promise<OutputOf<typeof fieldsEndpoint>> => profileFieldsIn(ctx, ctx.visitor.locale);

/** All interests in the caller's language. */
export const getInterests = (ctx: Context): Promise<OutputOf<typeof interestsEndpoint>> => interestsIn(ctx, ctx.visitor.locale);

/** All prompts in the caller's language. */
export const getPrompts = (ctx: Context): Promise<OutputOf<typeof promptsEndpoint>> => promptsIn(ctx, ctx.visitor.locale);

/** The regions of a country, named in its own language. */
export async function getRegions(
  ctx: Context,
  { country }: ParsedInputOf<typeof regionsEndpoint>,
): Promise<OutputOf<typeof regionsEndpoint>> {
  return { regions: await regionsOf(ctx, country) };
}
