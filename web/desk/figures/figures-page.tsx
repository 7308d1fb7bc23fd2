import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { OperatedFigures } from '#contract/operator/operated-figures';
import { formatNumber } from '../../i18n/format.ts';
import { EmptyState } from '../../ui/empty.tsx';
import { Segments } from '../../ui/forms/choice.tsx';
import { DeskPage } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useTexts } from '../texts.ts';
import { CasesFigures } from './cases-figures.tsx';
import { DeliveryFigures, MoneyFigures } from './delivery-figures.tsx';
import { FiguresContext } from './figures-context.ts';
import { figuresQuery } from './figures-query.ts';
import { MembersFigures } from './members-figures.tsx';
import { DEFAULT_SPAN, daysBetween, SPANS, type Span, stepOf } from './spans.ts';
import { SpeedFigures } from './speed-figures.tsx';
import './figures.css';

/** How many days of a span are counted, where it is not all of them. */
function CountedDays({ figures: { periods, counted_days: counted } }: { readonly figures: OperatedFigures }) {
  const t = useTexts('figures');
  const all = daysBetween(periods[0]?.from ?? '', periods.at(-1)?.to ?? '');
  if (counted >= all) return null;
  return <p className="muted">{t('counted', { counted: formatNumber(counted), all: formatNumber(all) })}</p>;
}

function SpanFigures({ span }: { readonly span: Span }) {
  const t = useTexts('figures');
  const query = useQuery(figuresQuery(span));
  return (
    <Loaded query={query}>
      {(figures) =>
        figures.counted_days === 0 ? (
          <EmptyState icon="clock" title={t('empty_title')} text={t('empty_text')} />
        ) : (
          <FiguresContext value={{ figures, step: stepOf(span) }}>
            <CountedDays figures={figures} />
            <MembersFigures />
            <CasesFigures />
            <DeliveryFigures />
            <MoneyFigures />
            <SpeedFigures />
          </FiguresContext>
        )
      }
    </Loaded>
  );
}

/** Figures of the site over a span of days, as charts with a table behind each. The span is in the address. */
export function FiguresPage() {
  const t = useTexts('figures');
  const [params, setParams] = useSearchParams();
  const span = SPANS.find((one) => one === params.get('span')) ?? DEFAULT_SPAN;
  return (
    <DeskPage title={t('title')} lead={t('lead')}>
      <div className="figures-span">
        <Segments
          legend={t('span')}
          name="span"
          options={SPANS.map((value) => ({ value, label: t(`span_${value}`) }))}
          value={span}
          onChange={(chosen) => setParams({ span: chosen }, { replace: true })}
        />
      </div>
      <SpanFigures key={span} span={span} />
    </DeskPage>
  );
}
