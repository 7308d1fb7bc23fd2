import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type CountryCode, GENDERS } from '#contract/primitives';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/forms/field.tsx';
import { useCountryChoices, useRegionChoices } from '../../../ui/forms/place-choices.ts';
import { Icon } from '../../../ui/icon.tsx';
import { AGE_CHOICES } from '../filters/filters.ts';
import { type FinderAnswers, queryOf } from './finder-answers.ts';

export interface QuestionProps {
  query: URLSearchParams;
  answers: FinderAnswers;
}

interface Choice {
  value: string;
  label: string;
  to: string;
  isChosen: boolean;
}

/** The answers to choose from, each a link to the next question. */
function Choices({ label, choices, isDense = false }: { label: string; choices: readonly Choice[]; isDense?: boolean }) {
  return (
    <ul className={isDense ? 'match-finder-choices is-dense' : 'match-finder-choices'} aria-label={label}>
      {choices.map(({ value, label: words, to, isChosen }) => (
        <li key={value}>
          <Link className="match-finder-choice" to={to} aria-current={isChosen ? 'true' : undefined}>
            {words}
            <Icon name={isChosen ? 'check' : 'chevron-right'} size="s" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Returns the words for a gender that is looked for. */
export function useLookingWords(): (looking: FinderAnswers['looking']) => string {
  const { t } = useTranslation('match-finder');
  return (looking) => t(`looking_${looking || 'all'}`);
}

export function LookingQuestion({ query, answers }: QuestionProps) {
  const { t } = useTranslation('match-finder');
  const words = useLookingWords();
  const choices = [...GENDERS, '' as const].map((looking) => ({
    value: looking,
    label: words(looking),
    to: queryOf(query, { ...answers, looking }, 'age'),
    isChosen: answers.looking === looking,
  }));
  return <Choices label={t('looking_title')} choices={choices} />;
}

/** Returns the words for an age band of AGE_CHOICES. */
export function useAgeWords(): (age: string) => string {
  const { t } = useTranslation('match-finder');
  const { min_age: siteMinAge } = useSettings();
  return (age) => {
    const [from = '', to = ''] = age.split('-');
    if (!from && !to) return t('age_all');
    return to ? t('age_between', { from: from || siteMinAge, to }) : t('age_from', { age: from });
  };
}

export function AgeQuestion({ query, answers }: QuestionProps) {
  const { t } = useTranslation('match-finder');
  const words = useAgeWords();
  const [all = '', ...bands] = AGE_CHOICES;
  const choices = [...bands, all].map((age) => ({
    value: age,
    label: words(age),
    to: queryOf(query, { ...answers, age }, 'place'),
    isChosen: answers.age === age,
  }));
  return <Choices label={t('age_title')} choices={choices} isDense />;
}

export function PlaceQuestion({ query, answers }: QuestionProps) {
  const { t } = useTranslation('match-finder');
  const navigate = useNavigate();
  const { geoip_selected_country: siteCountry, geoip_country: networkCountry } = useSettings();
  const [country, setCountry] = useState<CountryCode | ''>(answers.country ?? siteCountry ?? networkCountry ?? '');
  const [region, setRegion] = useState(answers.region);
  const [isMissing, setMissing] = useState(false);
  const countries = useCountryChoices();
  const regions = useRegionChoices(country);
  const isKnownRegion = regions.some(({ value }) => value === region);

  const chooseCountry = (next: CountryCode | '') => {
    setCountry(next);
    setRegion('');
    setMissing(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(country === '');
    if (country) void navigate(queryOf(query, { ...answers, country, region: isKnownRegion ? region : '' }, 'result'));
    else event.currentTarget.querySelector('select')?.focus();
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <SelectField
        label={t('country')}
        name="country"
        autoComplete="country"
        options={country ? countries : [{ value: '' as const, label: t('choose_country') }, ...countries]}
        value={country}
        error={isMissing ? t('country_required') : null}
        onChange={chooseCountry}
      />
      <SelectField
        label={t('region')}
        name="region"
        autoComplete="address-level1"
        options={[{ value: '', label: t('region_all') }, ...regions]}
        value={isKnownRegion ? region : ''}
        disabled={regions.length === 0}
        onChange={setRegion}
      />
      <div className="split-foot">
        <Button type="submit" wide>
          {t('count')}
        </Button>
      </div>
    </form>
  );
}
