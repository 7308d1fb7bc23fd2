import { formatMoney, formatNumber } from '../../i18n/format.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { DeskSection } from '../parts/desk-page.tsx';
import { FigureLines } from './figure-charts.tsx';
import { useFigures } from './figures-context.ts';

/** Mails, letters of cases and pushes that did not arrive. */
export function DeliveryFigures() {
  const { t } = useFigures();
  return (
    <DeskSection title={t('delivery_title')} lead={t('delivery_lead')}>
      <div className="figures-charts">
        <FigureLines title={t('tries_title')} of={['mails_failed', 'pushes_failed']} />
        <FigureLines title={t('given_up_title')} of={['mails_given_up', 'letters_given_up']} />
      </div>
    </DeskSection>
  );
}

/** What was paid, one chart for each currency; nothing for moderators. */
export function MoneyFigures() {
  const { t, figures, labels, chartTexts } = useFigures();
  const { money } = figures;
  if (money === null) return null;
  return (
    <DeskSection title={t('money_title')} lead={t('money_lead')}>
      {money.length === 0 && <p className="muted">{t('no_money')}</p>}
      <div className="figures-charts">
        {money.map(({ currency, revenue }) => (
          <LineChart
            key={`${currency} revenue`}
            texts={chartTexts(t('revenue_in', { currency }))}
            labels={labels}
            series={[{ name: currency, values: revenue }]}
            format={(value) => formatMoney(value, currency)}
          />
        ))}
        {money.length > 0 && (
          <LineChart
            texts={chartTexts(t('orders_title'))}
            labels={labels}
            series={money.map(({ currency, orders }) => ({ name: currency, values: orders }))}
            format={formatNumber}
          />
        )}
      </div>
    </DeskSection>
  );
}
