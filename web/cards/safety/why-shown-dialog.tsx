import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Profile, ProfileCard } from '#contract/profile';
import { useInterestLabels } from '../../api/profile/catalogue-queries.ts';
import { profileQuery } from '../../api/profile/profile-query.ts';
import { formatList } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { useUser } from '../../session/user.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { filtersThatFound, listKindAt, type ShownReason, shownReasons } from './why-shown.ts';

const FRESH_MS = 60_000;
const ICONS: Record<ShownReason['kind'], IconName> = {
  fictional: 'info',
  interests: 'check',
  region: 'map-pin',
  new_here: 'sprout',
  filters: 'sliders-horizontal',
  similar: 'users',
  order: 'clock',
};

function useSentence(name: string, labels: ReadonlyMap<string, string>) {
  const { t } = useTranslation('safety');
  return (why: ShownReason): string => {
    if (why.kind === 'order') return t(`why_order_${why.sort}`);
    if (why.kind !== 'interests') return t(`why_${why.kind}`, { name });
    const sharedLabels = why.shared.map((interest) => labels.get(interest) ?? interest);
    const interests = formatList(sharedLabels);
    return t('why_interests', { count: sharedLabels.length, interests });
  };
}

function Reasons({ profile, labels }: { profile: Profile; labels: ReadonlyMap<string, string> }) {
  const client = useQueryClient();
  const user = useUser();
  const { min_age: minAge } = useSettings();
  const source = listKindAt(useLocation().pathname);
  const sentence = useSentence(profile.name, labels);
  if (!user || !source) return null;
  const reasons = shownReasons({ profile, mine: user.profile, source, filters: filtersThatFound(client, profile.id), minAge });
  return (
    <ul className="why-shown-list">
      {reasons.map((why) => (
        <li key={why.kind} className={why.kind === 'interests' ? 'why-shown-reason is-shared' : 'why-shown-reason'}>
          <span className="why-shown-icon">
            <Icon name={ICONS[why.kind]} size="s" />
          </span>
          {sentence(why)}
        </li>
      ))}
    </ul>
  );
}

function ReasonsLoading() {
  const { t } = useTranslation();
  return (
    <div className="why-shown-list" role="status" aria-busy="true" aria-label={t('status.loading')}>
      {['a', 'b', 'c'].map((key) => (
        <div className="why-shown-reason" key={key}>
          <span className="why-shown-icon" />
          <i className="skeleton skeleton-line flex-grow" />
        </div>
      ))}
    </div>
  );
}

/** Says why a card is shown (docs/product.md, "Why this profile"). */
export function WhyShownDialog({ card, onClose }: { card: ProfileCard; onClose: () => void }) {
  const { t } = useTranslation('safety');
  const { t: tCore } = useTranslation();
  const member = useQuery({ ...profileQuery(card.id), staleTime: FRESH_MS });
  const labels = useInterestLabels(true);
  const failed = [member, labels].filter(({ isError, data }) => isError && !data);
  return (
    <Dialog isOpen onClose={onClose} title={t('why_title', { name: card.name })}>
      <div className="why-shown">
        {member.data && labels.data && <Reasons profile={member.data} labels={labels.data} />}
        {failed.length === 0 && !(member.data && labels.data) && <ReasonsLoading />}
        {failed[0] && (
          <>
            <FailureNote error={failed[0].error} />
            <Button tone="quiet" icon="refresh-cw" onClick={() => void Promise.all(failed.map(({ refetch }) => refetch()))}>
              {tCore('action.retry')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
