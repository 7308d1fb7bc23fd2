import { Link } from 'react-router';
import type { CaseDecision } from '#contract/operator/operated-cases';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { useTexts } from '../texts.ts';
import { Words } from './case-evidence.tsx';
import { groupedNumber, useActorText, useReasonText } from './case-words.ts';

/** What was decided, why, by whom and until when. */
export function DecisionText({ decision }: { readonly decision: CaseDecision }) {
  const t = useTexts('cases');
  const actorText = useActorText();
  const reasonText = useReasonText();
  const { action, ground, code, facts, reply, until, by, decided_at: at, ended_at: ended } = decision;
  return (
    <div className="case-decided">
      <p>
        <span className="bold">{t(`did_${action}`)}</span>
        {until !== null && <span> {t('until', { time: formatExact(until) })}</span>}
      </p>
      {ground !== null && code !== null && <p>{t(`against_${ground}`, { reason: reasonText(code) })}</p>}
      <p className="small muted">
        {actorText(by)}, <RelativeTime at={at} />
        {ended !== null && <> · {t('ended', { time: formatRelative(ended) })}</>}
      </p>
      {facts !== '' && <Words>{facts}</Words>}
      {reply !== null && reply !== '' && (
        <>
          <p className="small muted">{t('told_others')}</p>
          <Words>{reply}</Words>
        </>
      )}
    </div>
  );
}

/** The decision that a case is an appeal against, with the way to the case in which it was made. */
export function AppealedDecision({ decision }: { readonly decision: CaseDecision }) {
  const t = useTexts('cases');
  return (
    <DeskSection
      title={t('appealed')}
      lead={t('appealed_lead')}
      actions={
        <Link className="link" to={`/cases/${decision.number}`}>
          {t('case', { number: groupedNumber(decision.number) })}
        </Link>
      }
    >
      <DecisionText decision={decision} />
    </DeskSection>
  );
}

/** Decisions about the same member in other cases, the latest first. */
export function EarlierDecisions({ decisions }: { readonly decisions: readonly CaseDecision[] }) {
  const t = useTexts('cases');
  return (
    <DeskSection title={t('earlier')}>
      {decisions.length === 0 ? (
        <p className="muted">{t('no_earlier')}</p>
      ) : (
        <ul className="case-earlier">
          {decisions.map((decision) => (
            <li key={decision.id}>
              <Link className="link small" to={`/cases/${decision.number}`}>
                {t('case', { number: groupedNumber(decision.number) })}
              </Link>
              <DecisionText decision={decision} />
            </li>
          ))}
        </ul>
      )}
    </DeskSection>
  );
}
