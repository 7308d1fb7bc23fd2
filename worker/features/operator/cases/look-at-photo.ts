import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { lookAtPhoto as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { lookAtCasePhoto } from '../../../domain/moderation/look-at-photo.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';
import { casePhotoAddress } from './case-photo-address.ts';

/** Writes down that the operator looks at a photo of a case, and answers where it is served to them. */
export async function lookAtPhoto(ctx: Context, { number, photo: id }: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  const { width, height } = await withProof(() => lookAtCasePhoto(ctx.db, ctx.now, operator.actor, { number, id }));
  return { url: casePhotoAddress({ number, id }), width: width ?? 0, height: height ?? 0 };
}
