import { useState } from 'react';
import type { Profile } from '#contract/profile';
import { useProfileFields, useRegions } from '../../../api/profile/catalogue-queries.ts';
import { draftQuoteOf } from '../../../cards/quotes/draft-quotes.ts';
import { capitalize } from '../../../i18n/capitalize.ts';
import { countryName, languageName } from '../../../i18n/format.ts';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFeatureFlag } from '../../../session/feature-flags.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { ICONS } from '../../../ui/icon-names.ts';
import { ReplyMark } from './reply-mark.tsx';
import './member-facts.css';

const GROUPS = ['looking', 'life', 'small'] as const;
type Group = (typeof GROUPS)[number];

/** The group of each profile field; any other field is a small thing. */
const GROUP_OF: Readonly<Record<string, Group>> = {
  looking_for: 'looking',
  relationship_status: 'looking',
  children: 'looking',
  wants_children: 'looking',
  first_date: 'looking',
  place: 'life',
  language: 'life',
  work: 'life',
  education: 'life',
  living: 'life',
};

interface Fact {
  id: string;
  group: Group;
  icon: IconName;
  label: string;
  text: string;
  /** The value of the profile field; null for what is no field and cannot be quoted. */
  value: string | null;
}

/** So many facts are shown at first. */
const SHOWN_AT_FIRST = 6;

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

/** The facts in the order of their groups. */
function useFacts(profile: Profile): Fact[] {
  const { t } = useTranslation('members');
  const { visible_profile_fields: visible } = useSettings();
  const catalogue = useProfileFields().data;
  const place = usePlaceFact(profile);
  const facts: Fact[] = [];
  if (place) facts.push({ id: 'place', group: 'life', icon: 'map-pin', label: t('lives_in'), text: place, value: null });
  if (profile.language && visible.includes('language')) {
    const text = capitalize(languageName(profile.language), currentLocale());
    facts.push({ id: 'language', group: 'life', icon: 'globe', label: t('speaks'), text, value: null });
  }
  for (const { id, label, icon } of catalogue?.fields ?? []) {
    const value = profile.fields[id];
    if (!value || !(visible.includes('fields') || visible.includes(id))) continue;
    const text = catalogue?.allowed_values[id]?.find((allowed) => allowed.value === value)?.label ?? value;
    facts.push({ id, group: GROUP_OF[id] ?? 'small', icon: iconNamed(icon), label, text, value });
  }
  return facts.toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

function FactRow({ profile, fact: { id, icon, label, text, value } }: { profile: Profile; fact: Fact }) {
  const { t } = useTranslation('cards');
  return (
    <div className="fact-row">
      <dt className="muted small">
        <Icon name={icon} size="s" />
        {label}
      </dt>
      <dd>
        {text}
        {value && <ReplyMark profile={profile} about={draftQuoteOf.field(id, value)} label={t('answer_block', { what: label })} />}
      </dd>
    </div>
  );
}

/** Place, language and the answered profile fields in three groups, each with its name; six of them until more are asked for. */
export function MemberFacts({ profile }: { profile: Profile }) {
  const { t } = useTranslation('members');
  const facts = useFacts(profile);
  const [isWhole, setIsWhole] = useState(false);
  if (facts.length === 0) return null;
  const shown = isWhole || facts.length <= SHOWN_AT_FIRST + 1 ? facts : facts.slice(0, SHOWN_AT_FIRST);
  const more = facts.length - shown.length;
  return (
    <section className="member-facts" aria-label={t('facts')}>
      {GROUPS.map((group) => {
        const rows = shown.filter((fact) => fact.group === group);
        return (
          rows.length > 0 && (
            <div key={group}>
              <h2 className="display display-21">{t(`facts_${group}`)}</h2>
              <dl>
                {rows.map((fact) => (
                  <FactRow key={fact.id} profile={profile} fact={fact} />
                ))}
              </dl>
            </div>
          )
        );
      })}
      {more > 0 && (
        <Button tone="quiet" small onClick={() => setIsWhole(true)}>
          {t('facts_more', { count: more })}
        </Button>
      )}
    </section>
  );
}
