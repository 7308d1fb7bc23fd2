import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { getTransparency, type Transparency } from '#contract/transparency';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatDate } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { CasesTable, useMedianText } from './cases-table.tsx';
import { DecisionsTable } from './decisions-table.tsx';
import { useKindTexts } from './kind-texts.ts';
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

type ReportProps = { readonly report: NonNullable<Transparency['report']> };

/** Notices by way and law, and what became of them. */
function Notices({ report: { notices_by_kind: notices, notices_decided: decided } }: ReportProps) {
  const { t } = useTranslation('transparency');
  const published = usePublishedText();
  const { notice, noticeOutcome } = useKindTexts();
  return (
    <CasesTable cases={notices} title={t('notices_title')} text={t('notices_text')} kindText={notice}>
      <p>{t('notices_decided')}</p>
      <Facts facts={decided.kinds.map(({ kind, count }) => ({ label: noticeOutcome(kind), value: published(count) }))} />
    </CasesTable>
  );
}

/** What people have decided, and how many accounts were closed. */
function Decisions({ report: { decisions, bans } }: ReportProps) {
  const { t } = useTranslation('transparency');
  const published = usePublishedText();
  const medianText = useMedianText();
  const titleId = useId();
  return (
    <section>
      <h2 className="display display-21" id={titleId}>
        {t('decisions_title')}
      </h2>
      <p className="muted">{t('decisions_text')}</p>
      {decisions.kinds.length === 0 ? <p>{t('no_decisions')}</p> : <DecisionsTable decisions={decisions} labelledBy={titleId} />}
      <p>{medianText(decisions.median)}</p>
      <Facts facts={[{ label: t('bans'), value: published(bans) }]} />
    </section>
  );
}

/** What software has done. */
function Automated({ report: { automated } }: ReportProps) {
  const { t } = useTranslation('transparency');
  const published = usePublishedText();
  const labelId = useId();
  return (
    <>
      <Facts facts={automated.photos.map(({ kind, count }) => ({ label: t(`photos_${kind}`), value: published(count) }))} />
      {automated.decisions.kinds.length === 0 ? (
        <p>{t('automated_none')}</p>
      ) : (
        <>
          <p id={labelId}>{t('automated_decisions')}</p>
          <DecisionsTable decisions={automated.decisions} labelledBy={labelId} />
        </>
      )}
    </>
  );
}

function Report({ report }: ReportProps) {
  const { t } = useTranslation('transparency');
  const { name: site } = useSettings();
  const published = usePublishedText();
  const kinds = useKindTexts();
  const { active } = report;
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
      <CasesTable cases={report.reports} title={t('reports_title')} text={t('reports_text')} kindText={kinds.report} />
      <CasesTable cases={report.complaints} title={t('complaints_title')} text={t('complaints_text')} kindText={kinds.complaint} />
      <Notices report={report} />
      <Decisions report={report} />
      <CasesTable
        cases={report.appeals}
        title={t('appeals_title')}
        text={t('appeals_text')}
        kindTitle={t('outcome')}
        kindText={kinds.appealOutcome}
      />
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
        {data?.report && <Automated report={data.report} />}
      </section>
      <section>
        <h2 className="display display-21">{t('small_title')}</h2>
        <p>{t('small_text')}</p>
        {data?.report && <p className="muted">{t('next', { date: dayText(data.next_at) })}</p>}
      </section>
    </article>
  );
}
