import type { PublicSettings } from '#contract/settings';
import { regionsOf } from '../../domain/catalogue.ts';
import type { Context } from '../../domain/context.ts';
import { publicSettings, selectedCountry } from '../../domain/public-settings.ts';

/**
 * The public settings in the visitor's language, with the regions of the selected country
 * (docs/product.md, "Settings known to every client").
 */
export async function getSettings(ctx: Context): Promise<PublicSettings> {
  const country = selectedCountry(ctx);
  return publicSettings(ctx, country ? await regionsOf(ctx, country) : []);
}
