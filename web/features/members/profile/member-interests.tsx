import { useInterestLabels } from '../../../api/profile/catalogue-queries.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useSettings } from '../../../session/settings.ts';
import { useUser } from '../../../session/user.ts';
import { InterestChips } from './interest-chips.tsx';

/** A member's interests; those that the viewer shares are marked and counted. */
export function MemberInterests({ interests }: { interests: readonly string[] }) {
  const { t } = useTranslation('members');
  const { visible_profile_fields: visible } = useSettings();
  const isShown = useFeatureFlag('memberDetails', 'loadInterests') && visible.includes('interests') && interests.length > 0;
  const labels = useInterestLabels(isShown).data;
  const ownInterests = useUser()?.profile.interests ?? [];
  if (!isShown || !labels) return null;
  const shared = interests.filter((interest) => ownInterests.includes(interest)).length;
  return (
    <div>
      <div className="section-head">
        <h2 className="display display-21">{t('interests')}</h2>
        {shared > 0 && <span className="muted small">{t('in_common', { count: shared })}</span>}
      </div>
      <InterestChips interests={interests} viewerInterests={ownInterests} labelOf={(interest) => labels.get(interest) ?? interest} />
    </div>
  );
}
