import { useState } from 'react';
import * as v from 'valibot';
import type { User } from '#contract/account';
import { NAME_MAX, Name } from '#contract/member-name';
import { GENDERS, type Gender, LOCALES, type Locale } from '#contract/primitives';
import { fieldSentence } from '../../api/error-text.ts';
import { capitalize } from '../../i18n/capitalize.ts';
import { languageName } from '../../i18n/format.ts';
import { currentLocale } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { type BirthProblem, birthDateOf, birthPartsOf, birthProblem, isUntouched } from '../../ui/forms/birth-date.ts';
import { BirthField } from '../../ui/forms/birth-field.tsx';
import { Field, Segments, SelectField } from '../../ui/forms/field.tsx';
import { SectionForm } from '../../ui/forms/section-form.tsx';
import { useSaveSection } from './use-save-section.ts';

interface Problems {
  name?: boolean;
  birth?: BirthProblem;
}

/** All languages that a profile may name, also those in which the site is not offered. */
const languageChoices = () => LOCALES.map((value) => ({ value, label: capitalize(languageName(value), currentLocale()) }));

export function IdentitySection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { min_age: minAge } = useSettings();
  const { profile } = user;
  const [name, setName] = useState(profile.name);
  const [gender, setGender] = useState<Gender | null>(profile.gender);
  const [birth, setBirth] = useState(birthPartsOf(profile.date_of_birth));
  const [language, setLanguage] = useState<Locale | ''>(profile.language ?? '');
  const [problems, setProblems] = useState<Problems>({});
  const { save, isBusy, fields, failure } = useSaveSection();

  const submit = async () => {
    const isBirthUnanswered = isUntouched(birth) && !profile.date_of_birth;
    const wrongBirth = isBirthUnanswered ? null : birthProblem(birth, minAge);
    const birthDate = isBirthUnanswered ? null : birthDateOf(birth, minAge);
    setProblems({ ...(!v.is(Name, name) && { name: true }), ...(wrongBirth && { birth: wrongBirth }) });
    if (!v.is(Name, name) || wrongBirth) return;
    await save({ name, ...(gender && { gender }), ...(birthDate && { date_of_birth: birthDate }), ...(language && { language }) });
  };
  return (
    <section id="details" className="profile-section">
      <div className="section-head">
        <h2 className="display display-21">{t('identity_title')}</h2>
      </div>
      <SectionForm isBusy={isBusy} failure={failure} onSave={submit}>
        <Field
          label={t('name')}
          name="name"
          autoComplete="given-name"
          value={name}
          error={problems.name || fields.name ? t('name_error', { max: NAME_MAX }) : null}
          onChange={(event) => setName(event.target.value)}
        />
        <Segments
          legend={t('gender')}
          name="gender"
          options={GENDERS.map((value) => ({ value, label: t(`gender_${value}`) }))}
          value={gender}
          error={fields.gender ? fieldSentence(fields.gender) : null}
          onChange={setGender}
        />
        <BirthField
          parts={birth}
          hint={t('birth_hint')}
          problem={problems.birth ?? (fields.date_of_birth ? 'error' : null)}
          onChange={setBirth}
        />
        <SelectField
          label={t('spoken')}
          name="language"
          hint={t('spoken_hint')}
          options={[...(profile.language ? [] : [{ value: '' as const, label: t('choose') }]), ...languageChoices()]}
          value={language}
          error={fields.language ? fieldSentence(fields.language) : null}
          onChange={setLanguage}
        />
      </SectionForm>
    </section>
  );
}
