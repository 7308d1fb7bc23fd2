import type { Profile } from '#contract/profile';
import { useProfileFields, useRegions } from '../../../api/profile/catalogue-queries.ts';
import { capitalize } from '../../../i18n/capitalize.ts';
import { countryName, languageName } from '../../../i18n/format.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useSettings } from '../../../session/settings.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ICONS } from '../../../ui/icon-names.ts';

interface Fact {
  id: string;
  icon: IconName;
  label: string;
  text: string;
}

const iconNamed = (name: string): IconName => ICONS.find((icon) => icon === name) ?? 'info';

/** City, region and country as far as `visible_profile_fields` names them; the city only where the template shows cities. */
function usePlaceFact(profile: Profile): string {
  const { visible_profile_fields: visible } = useSettings();
  const hasCity = useFeatureFlag('memberDetails', 'city');
  const regions = useRegions(profile.country ?? '').data;
  const region = regions?.find(({ id }) => id === profile.countryregion)?.name;
  const parts = [
    hasCity && visible.includes('city') ? profile.city : null,
    visible.includes('countryregion') ? region : null,
    visible.includes('country') && profile.country ? countryName(profile.country) : null,
  ];
  return [...new Set(parts.filter(Boolean))].join(', ');
}

function useFacts(profile: Profile): Fact[] {
  const { t } = useTranslation('members');
  const { visible_profile_fields: visible } = useSettings();
  const catalogue = useProfileFields().data;
  const place = usePlaceFact(profile);
  const facts: Fact[] = [];
  if (place) facts.push({ id: 'place', icon: 'map-pin', label: t('lives_in'), text: place });
  if (profile.gender && visible.includes('gender')) {
    facts.push({ id: 'gender', icon: 'user-round', label: t('gender_is'), text: t(`is_${profile.gender}`) });
  }
  if (profile.language && visible.includes('language'))
    facts.push({ id: 'language', icon: 'globe', label: t('speaks'), text: capitalize(languageName(profile.language), currentLocale()) });
  for (const { id, label, icon } of catalogue?.fields ?? []) {
    const value = profile.fields[id];
    if (!value || !(visible.includes('fields') || visible.includes(id))) continue;
    const text = catalogue?.allowed_values[id]?.find((allowed) => allowed.value === value)?.label ?? value;
    facts.push({ id, icon: iconNamed(icon), label, text });
  }
  return facts;
}

/** Place, gender, language and the answered profile fields as chips. */
export function MemberFacts({ profile }: { profile: Profile }) {
  const { t } = useTranslation('members');
  const facts = useFacts(profile);
  if (facts.length === 0) return null;
  return (
    <div>
      <h2 className="visually-hidden">{t('facts')}</h2>
      <ul className="facts">
        {facts.map(({ id, icon, label, text }) => (
          <li className="fact" key={id} title={label}>
            <Icon name={icon} size="s" />
            <span>
              <span className="visually-hidden">{label}: </span>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
