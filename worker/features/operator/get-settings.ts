import type { PublicSettings } from '#contract/settings';
import { regionsOf } from '../../domain/catalogue.ts';
import type { Context } from '../../domain/context.ts';
import { publicSettings, selectedCountry } from '../../domain/public-settings.ts';

/** The site as this visitor sees it (docs/product.md, "Settings known to every client"). */
export async function getSettings(ctx: Context): Promise<PublicSettings> {
  const country = selectedCountry(ctx);
  return publicSettings(ctx, country ? await regionsOf(ctx, country) : []);
}
