import { useTranslation } from 'react-i18next';
import type { CountryCode } from '#contract/primitives';
import { useRegions } from '../../api/profile/catalogue-queries.ts';
import { countryName } from '../../i18n/format.ts';
import { useSettings } from '../../session/settings.ts';

interface Choice<T extends string> {
  value: T;
  label: string;
}

/** The countries of the site by their names in the language on screen. */
export function useCountryChoices(): Choice<CountryCode>[] {
  const { i18n } = useTranslation();
  const { countries } = useSettings();
  const named = countries.map(({ code }) => ({ value: code, label: countryName(code) }));
  return named.sort((a, b) => a.label.localeCompare(b.label, i18n.language));
}

/** The regions of a country; those that came with the page are not asked for. */
export function useRegionChoices(country: CountryCode | ''): Choice<string>[] {
  const { geoip_selected_country: ahead, region_data: known } = useSettings();
  const isKnown = country !== '' && country === ahead && known.length > 0;
  const { data } = useRegions(isKnown ? '' : country);
  const regions = isKnown ? known : (data ?? []);
  return regions.map(({ id, name }) => ({ value: id, label: name }));
}
