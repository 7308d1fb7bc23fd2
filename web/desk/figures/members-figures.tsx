import { countryName } from '../../i18n/format.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { FigureBars, FigureLines } from './figure-charts.tsx';
import { useFigures } from './figures-context.ts';

/** Who joined, left and was there, and how much was written. */
export function MembersFigures() {
  const { t, seriesOf } = useFigures();
  const countries = seriesOf('signups').slices.map(({ slice, count }) => ({
    label: slice === '' ? t('no_country') : countryName(slice),
    count,
  }));
  return (
    <DeskSection title={t('members_title')} lead={t('members_lead')}>
      <div className="figures-charts">
        <FigureLines title={t('active_title')} of={['active_day', 'active_week', 'active_month']} />
        <FigureLines title={t('joined_title')} of={['signups', 'deletions']} />
        <FigureLines title={t('messages_title')} of={['messages']} />
        <FigureBars title={t('countries_title')} labelTitle={t('country')} bars={countries} />
      </div>
    </DeskSection>
  );
}
