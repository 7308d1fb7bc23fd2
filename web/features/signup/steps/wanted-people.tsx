import { GENDERS, MAX_AGE } from '#contract/primitives';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { FieldMessage, Segments } from '../../../ui/forms/field.tsx';
import { type Range, RangeField } from '../../../ui/forms/range-field.tsx';
import type { AboutYou } from './about-you-answers.ts';

type Wanted = Pick<AboutYou, 'wanted' | 'ages'>;

function useAgeWords() {
  const { t } = useTranslation('signup');
  const { min_age: minAge } = useSettings();
  return ({ from, to }: Range): string => {
    if (from <= minAge) return to >= MAX_AGE ? t('meet_age_all') : t('meet_age_up_to', { age: to });
    return to >= MAX_AGE ? t('meet_age_from', { age: from }) : t('meet_age_between', { from, to });
  };
}

interface WantedPeopleProps {
  answers: Wanted;
  error: string | null;
  onChange: (answers: Wanted) => void;
}

/** Whom the member wants to meet, which the first search starts with. Nothing is chosen beforehand, and nothing has to be. */
export function WantedPeople({ answers: { wanted, ages }, error, onChange }: WantedPeopleProps) {
  const { t } = useTranslation('signup');
  const { min_age: minAge } = useSettings();
  const ageWords = useAgeWords();
  const limits = { from: minAge, to: MAX_AGE };
  const range = ages ?? limits;
  return (
    <div className="wanted-people">
      <Segments
        legend={t('meet_title')}
        name="wanted"
        options={[...GENDERS, '' as const].map((value) => ({ value, label: t(`meet_${value || 'all'}`) }))}
        value={wanted}
        onChange={(value) => onChange({ wanted: value, ages })}
      />
      <RangeField
        legend={t('meet_age')}
        summary={ageWords(range)}
        fromLabel={t('meet_age_youngest')}
        toLabel={t('meet_age_oldest')}
        between={t('meet_age_to')}
        limits={limits}
        range={range}
        onChange={(next) => onChange({ wanted, ages: next })}
      />
      <FieldMessage id="wanted-people-hint" error={error} hint={t('meet_hint')} />
    </div>
  );
}
