import { Link } from 'react-router';
import type { CaseMember } from '#contract/operator/operated-cases';
import { countryName, formatDate, formatExact } from '../../i18n/format.ts';
import en from '../locales/en/cases.json';
import { DeskSection } from '../parts/desk-page.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { type DeskKey, useTexts } from '../texts.ts';

/** The member whom a case concerns, as the account is now, with the way to it. */
export function CaseMemberSection({ member }: { readonly member: CaseMember }) {
  const t = useTexts('cases');
  const members = useTexts('members');
  const { id, name, age, gender, country, status, is_paused: isPaused, limited_until: limited, signed_up_at: joined } = member;
  const genderKey = `gender_${gender}`;
  const genderText = gender === null ? null : genderKey in en ? t(genderKey as DeskKey<'cases'>) : gender;
  const marks = [members(`status_${status}`), ...(isPaused ? [members('paused')] : [])];
  return (
    <DeskSection
      title={t('member')}
      actions={
        <Link className="link" to={`/members/${id}`}>
          {t('open_account')}
        </Link>
      }
    >
      <FactList
        facts={[
          [
            members('name'),
            <span key="name" className="case-name">
              <bdi>{name}</bdi>
              {member.is_fictional && <span className="small muted">{members('fictional')}</span>}
            </span>,
          ],
          [t('age'), age],
          [t('gender'), genderText],
          [members('country'), country === null ? null : countryName(country)],
          [members('status'), marks.join(', ')],
          [t('limited'), limited === null ? null : formatExact(limited)],
          [members('joined'), formatDate(joined)],
        ]}
      />
    </DeskSection>
  );
}
