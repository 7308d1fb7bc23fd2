import { useQuery } from '@tanstack/react-query';
import { getTransparency, type Transparency } from '#contract/transparency';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { CasesTable } from './cases-table.tsx';
import { usePublishedText } from './use-published-text.ts';
import './transparency.css';

const DAY_MS = 86_400_000;
/** A day as the reader's calendar names it, whatever their time zone is. */
const dayText = (day: string) => formatDate(`${day}T12:00:00`);
const daysBetween = ({ from, to }: Transparency) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

interface Fact {
  readonly label: string;
  readonly value: string;
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="transparency-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Report({ report }: { readonly report: NonNullable<Transparency['report']> }) {
  const { t } = useTranslation('transparency');
  const { name: site } = useSettings();
  const published = usePublishedText();
  const { active, notices, bans } = report;
  return (
    <>
      <section>
        <h2 className="display display-21">{t('active_title')}</h2>
        <p className="muted">{t('active_text', { site })}</p>
        {active ? (
          <Facts
            facts={[
              { label: t('eu'), value: published(active.eu) },
              { label: t('elsewhere'), value: published(active.elsewhere) },
            ]}
          />
        ) : (
          <p>{t('active_unknown')}</p>
        )}
      </section>
      <CasesTable of="reports" cases={report.reports} title={t('reports_title')} text={t('reports_text')} />
      <CasesTable of="complaints" cases={report.complaints} title={t('complaints_title')} text={t('complaints_text')} />
      <section>
        <h2 className="display display-21">{t('measures_title')}</h2>
        <Facts
          facts={[
            { label: t('notices'), value: published(notices) },
            { label: t('bans'), value: published(bans) },
          ]}
        />
      </section>
    </>
  );
}

/** The numbers of the last half of a year that has ended (docs/product.md, "Transparency report"). */
export function Screen() {
  const { t } = useTranslation('transparency');
  const { name: site } = useSettings();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.transparency,
    queryFn: ({ signal }) => call(getTransparency, {}, { signal }),
  });
  if (error && !data) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  const days = data ? daysBetween(data) : 0;
  return (
    <article className="transparency" aria-busy={!data}>
      <header>
        <h1 className="display display-40">{t('title')}</h1>
        {data?.report && <p>{t('lead', { site, from: dayText(data.from), to: dayText(data.to) })}</p>}
        {data && !data.report && <p>{t('none', { date: dayText(data.next_at) })}</p>}
        {data?.report && data.counted_days < days && <p>{t('counted_days', { days: data.counted_days, all: days })}</p>}
      </header>
      {data?.report && <Report report={data.report} />}
      <section>
        <h2 className="display display-21">{t('automated_title')}</h2>
        <p>{t('automated_text')}</p>
      </section>
      <section>
        <h2 className="display display-21">{t('small_title')}</h2>
        <p>{t('small_text')}</p>
        {data?.report && <p className="muted">{t('next', { date: dayText(data.next_at) })}</p>}
      </section>
    </article>
  );
}
