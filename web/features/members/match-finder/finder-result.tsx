import { Link } from 'react-router';
import { countryName, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { loginPath } from '../../../session/login-redirect.ts';
import { useSettings } from '../../../session/settings.ts';
import { useSignupsOpen } from '../../../session/signups-open.ts';
import { useUser } from '../../../session/user.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useRegionChoices } from '../../../ui/forms/place-choices.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SignupsClosed } from '../../../ui/signup/signups-closed.tsx';
import { filtersToQuery } from '../filters/filters.ts';
import { VisitorResultsSlot } from '../visitors/visitor-results-slot.tsx';
import { FINDER_QUESTIONS, filtersOf, queryOf, signUpPath } from './finder-answers.ts';
import { type QuestionProps, useAgeWords, useLookingWords } from './finder-questions.tsx';
import { FinderTown, type MatchCount } from './match-count-drawing.tsx';

/** The name of the region, else of the country. */
function usePlaceWords({ country, region }: QuestionProps['answers']): string {
  const regions = useRegionChoices(country ?? '');
  return regions.find(({ value }) => value === region)?.label ?? (country ? countryName(country) : '');
}

/** The given answers, each a link back to its question. */
function Answered({ query, answers }: QuestionProps) {
  const { t } = useTranslation('match-finder');
  const looking = useLookingWords()(answers.looking);
  const age = useAgeWords()(answers.age ?? '');
  const place = usePlaceWords(answers);
  const items = [
    { step: 'looking', words: looking },
    { step: 'age', words: age },
    { step: 'place', words: place },
  ] as const;
  return (
    <ul className="facts" aria-label={t('your_answers')}>
      {items.map(({ step, words }) => (
        <li key={step}>
          <Link className="chip match-finder-answer" to={queryOf(query, answers, step)} aria-label={t('change', { answer: words })}>
            {words}
            <Icon name="pencil" size="xs" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function useHeadline({ num_members: count, is_capped: isCapped }: MatchCount): string {
  const { t } = useTranslation('match-finder');
  if (count === 0) return t('nobody');
  if (isCapped) return t('found_more', { shown: formatNumber(count) });
  return t('found', { count, shown: formatNumber(count) });
}

/** The number of matches, and a link: for members to the search, for visitors to the sign-up or, if sign-ups are closed, to the login. */
export function FinderResult({ query, answers, found }: QuestionProps & { found: MatchCount }) {
  const { t } = useTranslation('match-finder');
  const user = useUser();
  const headline = useHeadline(found);
  const { min_age: minAge } = useSettings();
  const filters = filtersOf(answers, minAge);
  const isEmpty = found.num_members === 0;
  const areSignupsOpen = useSignupsOpen();
  const search = `?${filtersToQuery(filters, minAge)}`;
  const next = user
    ? { to: `/members${search}`, words: t('to_members') }
    : { to: signUpPath(query, answers), words: t(isEmpty ? 'be_first' : 'join') };
  return (
    <>
      <div className="match-finder-card only-phone">
        <FinderTown found={found} answered={FINDER_QUESTIONS} />
      </div>
      <div>
        <h1 className="display display-40" tabIndex={-1}>
          {headline}
        </h1>
        <p className="muted split-lead">{t(isEmpty ? 'nobody_text' : 'found_text')}</p>
      </div>
      <Answered query={query} answers={answers} />
      <div className="split-foot">
        {user || areSignupsOpen ? (
          <ButtonLink to={next.to} wide>
            {next.words}
          </ButtonLink>
        ) : (
          <SignupsClosed logInPath={loginPath({ pathname: '/members', search, hash: '' })} wide />
        )}
        {isEmpty && answers.region !== '' && answers.country && (
          <ButtonLink tone="quiet" wide to={queryOf(query, { ...answers, region: '' }, 'result')}>
            {t('whole_country', { country: countryName(answers.country) })}
          </ButtonLink>
        )}
        <p className="hint split-aside">{t('fine_print')}</p>
      </div>
      {!isEmpty && <VisitorResultsSlot source="match-finder" filters={filters} signupPath={signUpPath(query, answers)} />}
    </>
  );
}
