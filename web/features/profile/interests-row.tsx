import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/account';
import { getInterests } from '#contract/profile';
import { call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { EditRow } from './edit-row.tsx';
import { InterestsForm } from './interests-form.tsx';

function useInterests() {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['own-interests', i18n.language],
    queryFn: async ({ signal }) => (await call(getInterests, {}, { signal })).interests,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The row of the interests. */
export function InterestsRow({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const sentence = useErrorSentence();
  const { data, error } = useInterests();
  const { interests: chosen } = user.profile;
  const names = (data ?? []).filter(({ id }) => chosen.includes(id)).map(({ label }) => label);
  const areChips = useFeatureFlag('myProfile', 'interests');
  const chips = (
    <span className="facts">
      {names.map((name) => (
        <span className="fact" key={name}>
          {name}
        </span>
      ))}
    </span>
  );
  const count = chosen.length > 0 ? t('interests_count', { count: chosen.length }) : '';
  return (
    <EditRow
      id="interests"
      label={t('interests_title')}
      title={t('interests_dialog')}
      value={areChips && names.length > 0 ? chips : names.join(', ') || count}
      placeholder={error && !data ? sentence(error) : t('interests_none')}
      isDisabled={!data}
    >
      {(close) => <InterestsForm all={data ?? []} chosen={chosen} onClose={close} />}
    </EditRow>
  );
}
