import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import { CaseNumber, PHOTO_LOOK_MS } from '#contract/operator/operated-cases';
import { Id } from '#contract/primitives';
import { lookedCasePhoto } from '#db/queries/cases/case-photos';
import { refuse } from '../../domain/errors.ts';
import { requireOperator } from '../../domain/require-operator.ts';
import { photoResponse } from '../../http/photo-response.ts';
import { contextOf, type HonoEnv } from '../../http/request-context.ts';

const Parameters = v.object({ number: CaseNumber, photo: Id });

/**
 * The large file of a photo of a case, held and removed ones as well, for an operator who may see the case and has looked at the photo within
 * the last ten minutes (docs/product.md, "Photos at the desk"); no cache keeps it. Refuses as `requireOperator` does, and with `not_found`
 * for every other photo.
 */
export async function serveCasePhoto(c: HonoContext<HonoEnv>): Promise<Response> {
  const parsed = v.safeParse(Parameters, c.req.param());
  if (!parsed.success) return refuse('not_found');
  const ctx = await contextOf(c);
  const asked = { number: parsed.output.number, id: parsed.output.photo };
  const {
    looked: [photo],
  } = await requireOperator(ctx, {}, (memberId, db) => ({ looked: lookedCasePhoto(db, memberId, asked, ctx.now - PHOTO_LOOK_MS) }));
  if (!photo) return refuse('not_found');
  const file = await ctx.env.PHOTOS.get(photo.file);
  return file ? photoResponse(file, 'private, no-store') : refuse('not_found');
}
