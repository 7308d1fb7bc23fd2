import type { CountryCode } from '#contract/primitives';
import { useRegions } from '../../api/profile/catalogue-queries.ts';
import { countryName } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';

interface PlaceOption<T extends string> {
  value: T;
  label: string;
}

/** The countries of the site, with their names in the current language, sorted by name. */
export function useCountryChoices(): PlaceOption<CountryCode>[] {
  const { i18n } = useTranslation();
  const { countries } = useSettings();
  const named = countries.map(({ code }) => ({ value: code, label: countryName(code) }));
  return named.sort((a, b) => a.label.localeCompare(b.label, i18n.language));
}

/** The regions of a country; empty while unknown. Those of the visitor's country come with the settings, others are fetched. */
export function useRegionChoices(country: CountryCode | ''): PlaceOption<string>[] {
  const { geoip_selected_country: includedCountry, region_data: includedRegions } = useSettings();
  const isIncluded = country !== '' && country === includedCountry && includedRegions.length > 0;
  const { data } = useRegions(isIncluded ? '' : country);
  const regions = isIncluded ? includedRegions : (data ?? []);
  return regions.map(({ id, name }) => ({ value: id, label: name }));
}
