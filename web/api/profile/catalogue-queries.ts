import { useQuery } from '@tanstack/react-query';
import { COUNTRIES } from '#contract/primitives';
import { getInterests, getProfileFields, getPrompts, getRegions } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { call } from '../call.ts';

const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** The regions of a country; not loaded if `country` is not exactly one country code. */
export function useRegions(country: string) {
  const code = COUNTRIES.find((candidate) => candidate === country);
  return useQuery({
    queryKey: ['regions', code],
    queryFn: async ({ signal }) => (code ? (await call(getRegions, { country: code }, { signal })).regions : []),
    enabled: code !== undefined,
    ...NEVER_STALE,
  });
}

/** Profile fields and their values in the language on screen. */
export function useProfileFields(isWanted = true) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['profile-fields', i18n.language],
    queryFn: ({ signal }) => call(getProfileFields, {}, { signal }),
    enabled: isWanted,
    ...NEVER_STALE,
  });
}

/** The names of all interests in the language on screen, by id. */
export function useInterestLabels(isWanted: boolean) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['interests', i18n.language],
    queryFn: async ({ signal }) => {
      const { interests } = await call(getInterests, {}, { signal });
      return new Map(interests.map(({ id, label }) => [id, label]));
    },
    enabled: isWanted,
    ...NEVER_STALE,
  });
}

/** The names of all prompts in the language on screen, by id, in the order of the catalogue. */
export function usePromptLabels(isWanted: boolean) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['prompts', i18n.language],
    queryFn: async ({ signal }) => {
      const { prompts } = await call(getPrompts, {}, { signal });
      return new Map(prompts.map(({ id, label }) => [id, label]));
    },
    enabled: isWanted,
    ...NEVER_STALE,
  });
}
