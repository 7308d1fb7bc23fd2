import type { User } from '#contract/account';
import { capitalize } from '../../i18n/capitalize.ts';
import { countryName, formatDate, languageName } from '../../i18n/format.ts';
import { currentLocale } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EditRow } from './edit-row.tsx';
import { BirthForm, GenderForm, LanguageForm, NameForm } from './identity-forms.tsx';
import { PlaceForm } from './place-form.tsx';

/** The rows of name, gender, date of birth, language and place. A link to `#details` opens the first of them that is needed and missing. */
export function IdentitySection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const { name, gender, date_of_birth: birth, language, country, city } = user.profile;
  const missing = !gender ? 'gender' : !birth ? 'birth' : !country ? 'place' : null;
  return (
    <section id="details" className="profile-section">
      <h2 className="display display-21">{t('identity_title')}</h2>
      <ul className="edit-rows">
        <EditRow id="name" label={t('name')} value={name}>
          {(close) => <NameForm user={user} onDone={close} />}
        </EditRow>
        <EditRow
          id="gender"
          label={t('gender')}
          value={gender && t(`gender_${gender}`)}
          alsoOpenedBy={missing === 'gender' ? 'details' : undefined}
        >
          {(close) => <GenderForm user={user} onDone={close} />}
        </EditRow>
        <EditRow
          id="birth"
          label={t('birth')}
          // Noon of the day, so that it is this day in every time zone.
          value={birth && formatDate(new Date(`${birth}T12:00`))}
          alsoOpenedBy={missing === 'birth' ? 'details' : undefined}
        >
          {(close) => <BirthForm user={user} onDone={close} />}
        </EditRow>
        <EditRow
          id="place"
          label={t('place_title')}
          value={[city, country && countryName(country)].filter(Boolean).join(', ')}
          alsoOpenedBy={missing === 'place' ? 'details' : undefined}
        >
          {(close) => <PlaceForm user={user} onDone={close} />}
        </EditRow>
        <EditRow id="spoken" label={t('spoken')} value={language && capitalize(languageName(language), currentLocale())}>
          {(close) => <LanguageForm user={user} onDone={close} />}
        </EditRow>
      </ul>
    </section>
  );
}
