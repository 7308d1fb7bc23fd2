import { type FilterOptions, TRAIT_FILTERS, type TraitFilter } from '#contract/members';
import { useInterestLabels, useProfileFields } from '../../../api/profile/catalogue-queries.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { TRAITS } from './filters.ts';

/** One filter by what a profile says, as a control needs it. */
export interface TraitControl {
  readonly name: TraitFilter;
  readonly label: string;
  readonly chosen: readonly string[];
  /** What is chosen in words: "Any", the name of the only one, or how many. */
  readonly summary: string;
  /** Empty until the catalogue is loaded. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** How many may be chosen. */
  readonly most: number;
}

/**
 * The filters by what a profile says, as far as the setting `visible_profile_fields` shows it. The catalogue is loaded where it is wanted or
 * something is chosen.
 */
export function useTraitControls(filters: FilterOptions, isWanted: boolean): TraitControl[] {
  const { t } = useTranslation('members');
  const { visible_profile_fields: visible } = useSettings();
  const answers = useProfileFields(isWanted || filters.looking_for.length + filters.body_height.length > 0).data?.allowed_values;
  const interests = useInterestLabels(isWanted || filters.interests.length > 0).data;
  const isShown = (name: TraitFilter) => visible.includes(name) || (name !== 'interests' && visible.includes('fields'));
  return TRAITS.filter(isShown).map((name) => {
    const choices = name === 'interests' ? [...(interests ?? [])].map(([value, label]) => ({ value, label })) : (answers?.[name] ?? []);
    const chosen = filters[name];
    const only = chosen.length === 1 ? choices.find(({ value }) => value === chosen[0])?.label : undefined;
    return {
      name,
      label: t(name),
      chosen,
      summary: chosen.length === 0 ? t('trait_any') : (only ?? t('trait_count', { count: chosen.length })),
      choices,
      most: TRAIT_FILTERS[name],
    };
  });
}
