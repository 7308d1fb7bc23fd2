import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Decision, listDecisions, RESTRICTIONS } from '#contract/cases';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatDate, formatMoment } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSession, useUser } from '../../session/user.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { shownNumber } from './shown-number.ts';
import './cases.css';

/** What the decision does, or has done. */
function useEffectSentence({ action, removed, until }: Decision): string | null {
  const { t } = useTranslation('cases');
  if (removed === 'name' || removed === 'message') return t(`did_remove_${removed}`);
  const restriction = RESTRICTIONS.find((known) => known === action);
  if (!restriction) return null;
  const time = until === null ? '' : formatMoment(until);
  return restriction === 'pause' && until !== null ? t('did_pause_until', { until: time }) : t(`did_${restriction}`, { until: time });
}

/** Whether it was appealed or can be, and whether it is over. */
function DecisionState({ decision }: { decision: Decision }) {
  const { t } = useTranslation('cases');
  const { appeal, appeal_until: appealUntil, ended_at: endedAt, number } = decision;
  return (
    <>
      {endedAt !== null && appeal !== 'lifted' && <p className="bold">{t('ended', { when: formatDate(endedAt) })}</p>}
      {appeal !== null && <p className={appeal === 'lifted' ? 'bold' : undefined}>{t(`appeal_${appeal}`)}</p>}
      {appealUntil !== null && (
        <div className="row">
          <ButtonLink tone="soft" to={`/complaints?subject=decision&reference=${number}`}>
            {t('appeal')}
          </ButtonLink>
          <span className="muted">{t('appeal_until', { when: formatDate(appealUntil) })}</span>
        </div>
      )}
    </>
  );
}

/** The statement of reasons of one decision. */
function DecisionPanel({ decision }: { decision: Decision }) {
  const { t } = useTranslation('cases');
  const effect = useEffectSentence(decision);
  const { ground, code, facts } = decision;
  /** What it did is told as past: above it stands that it is over. */
  const isOver = decision.ended_at !== null || decision.appeal === 'lifted';
  return (
    <article className="panel decision">
      <h2 className="display display-21">{t('decided', { when: formatDate(decision.decided_at) })}</h2>
      <p className="muted small">{t('number', { number: shownNumber(decision.number) })}</p>
      {isOver && <DecisionState decision={decision} />}
      {effect !== null && <p className={isOver ? 'muted' : 'bold'}>{isOver ? <s>{effect}</s> : effect}</p>}
      {ground !== null && code !== null && <p>{t(`ground_${ground}`, { code: t(`code_${code}`) })}</p>}
      {facts !== '' && (
        <div>
          <p className="muted bold small">{t('facts')}</p>
          <p className="decision-facts">{facts}</p>
        </div>
      )}
      <p className="muted">
        {t(`prompted_${decision.prompted_by}`)} {t(decision.is_automated ? 'by_automated' : 'by_person')}
      </p>
      {!isOver && <DecisionState decision={decision} />}
    </article>
  );
}

function Decisions() {
  const { t } = useTranslation('cases');
  const { data, error, refetch, isFetching } = useQuery({ queryKey: queryKeys.decisions, queryFn: () => call(listDecisions, {}) });
  if (error && !data) return <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />;
  if (!data) return null;
  if (data.decisions.length === 0) return <p className="panel decision">{t('decisions_none')}</p>;
  return (
    <div className="decisions">
      {data.decisions.map((decision) => (
        <DecisionPanel key={decision.id} decision={decision} />
      ))}
    </div>
  );
}

/** Decisions about the account with their reasons, for members and for banned ones (docs/product.md, "Statement of reasons"). */
export function Screen() {
  const { t } = useTranslation('cases');
  const user = useUser();
  const { endReason } = useSession();
  const isKnown = user !== null || endReason === 'banned';
  return (
    <div className="case-page">
      <header>
        <h1 className="display display-40">{t('decisions_title')}</h1>
        <p className="muted">{t('decisions_lead')}</p>
      </header>
      {isKnown ? (
        <Decisions />
      ) : (
        <div className="panel decision">
          <p>{t('decisions_visitor')}</p>
          <div className="row">
            <ButtonLink to="/login?next=/pages/decisions">{t('decisions_log_in')}</ButtonLink>
          </div>
        </div>
      )}
      <p>
        <Link className="link" to="/pages/terms#law">
          {t('ways')}
        </Link>
      </p>
    </div>
  );
}
