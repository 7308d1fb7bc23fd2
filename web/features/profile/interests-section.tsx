import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/account';
import { getInterests } from '#contract/profile';
import { call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../session/feature-flags.ts';
import { Button } from '../../ui/button.tsx';
import { useOnSectionLink } from '../../ui/navigation/hash-target.ts';
import { InterestsDialog } from './interests-dialog.tsx';

function useInterests() {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['own-interests', i18n.language],
    queryFn: async ({ signal }) => (await call(getInterests, {}, { signal })).interests,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function InterestsSection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const sentence = useErrorSentence();
  const isShown = useFeatureFlag('myProfile', 'interests');
  const [isOpen, setOpen] = useState(false);
  useOnSectionLink('interests', () => setOpen(true));
  const all = useInterests();
  const { interests: chosen } = user.profile;
  const chosenInterests = (all.data ?? []).filter(({ id }) => chosen.includes(id));
  const summary = chosen.length ? t('interests_count', { count: chosen.length }) : t('interests_none');
  const names = chosenInterests.map(({ label }) => label).join(', ');
  return (
    <section id="interests" className="profile-section">
      <div className="section-head">
        <h2 className="display display-21">{t('interests_title')}</h2>
        <Button tone="soft" small icon="pencil" disabled={!all.data} onClick={() => setOpen(true)}>
          {t('edit')}
        </Button>
      </div>
      {isShown && chosenInterests.length > 0 ? (
        <ul className="facts">
          {chosenInterests.map(({ id, label }) => (
            <li className="fact" key={id}>
              {label}
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{names || summary}</p>
      )}
      {all.isError && (
        <p className="hint error" role="alert">
          {sentence(all.error)}
        </p>
      )}
      {isOpen && all.data && <InterestsDialog all={all.data} chosen={chosen} onClose={() => setOpen(false)} />}
    </section>
  );
}
