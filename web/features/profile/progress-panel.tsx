import type { User } from '#contract/account';
import { formatList } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { missingParts } from './missing-parts.ts';

const SECTION = { personal: '#about', interests: '#interests', city: '#place' } as const;

/** Says what keeps the profile from being found, else what else is missing. Nothing is shown for a complete profile. */
export function ProgressPanel({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { hiding, lacking, percent } = missingParts(user.profile);
  const [next] = lacking;
  if (hiding.length > 0) {
    const parts = formatList(hiding.map((part) => t(`part_${part}`)));
    const section = hiding.some((part) => part !== 'country') ? '#details' : '#place';
    return (
      <section className="panel profile-panel">
        <h2 className="display display-21">{t('hidden_title')}</h2>
        <p className="muted">{t('hidden_text', { parts })}</p>
        <p>
          <ButtonLink small to={section}>
            {t('hidden_action')}
          </ButtonLink>
        </p>
      </section>
    );
  }
  if (!next) return null;
  return (
    <section className="panel profile-panel">
      <div className="profile-panel-head">
        <h2 className="display display-21">{t('meter_title')}</h2>
        <b>{t('meter_percent', { percent })}</b>
      </div>
      <progress className="profile-progress" max={100} value={percent} aria-label={t('meter_title')} />
      <p className="muted">{t('meter_next', { part: t(`part_${next}`) })}</p>
      <p>
        <ButtonLink small to={SECTION[next]}>
          {t(`meter_action_${next}`)}
        </ButtonLink>
      </p>
    </section>
  );
}
