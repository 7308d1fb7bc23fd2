import { Link } from 'react-router';
import type { CaseDetails, CasePhoto, CaseSourceEntry } from '#contract/operator/operated-cases';
import { formatExact } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { DeskSection } from '../parts/desk-page.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';
import { isSameProfile, ProfileThen, ReportedMessages, Words } from './case-evidence.tsx';
import { groupedNumber, useSourceReason } from './case-words.ts';
import { SOURCES, useMorePages } from './use-more-pages.ts';

const SIGNS: Readonly<Record<CaseSourceEntry['kind'], IconName>> = {
  report: 'flag',
  notice: 'shield-alert',
  complaint: 'mail',
  appeal: 'undo-2',
  held_photo: 'image',
  rule: 'settings',
};

/** Who has said it: a member with a link to the account, an address without one, nobody, or a rule. */
function Teller({ source }: { readonly source: CaseSourceEntry }) {
  const t = useTexts('cases');
  const { from, rule } = source;
  if (rule !== null)
    return (
      <span>
        <span className="case-automatic">{t('automatic')}</span> {t('by_rule', { rule })}
      </span>
    );
  const address = from.email === null ? null : <span className="muted">{from.email}</span>;
  if (from.member)
    return (
      <span>
        <Link className="link" to={`/members/${from.member.id}`}>
          {from.member.name}
        </Link>{' '}
        {address}
      </span>
    );
  if (from.name || address)
    return (
      <span>
        {from.name} {address} <span className="muted">{t('no_account')}</span>
      </span>
    );
  return <span>{t('anonymous')}</span>;
}

interface EntryProps {
  readonly source: CaseSourceEntry;
  /** The source above it, whose profile is not repeated. */
  readonly before: CaseSourceEntry | undefined;
  readonly photos: readonly CasePhoto[];
}

function Evidence({ source, before, photos }: EntryProps) {
  const t = useTexts('cases');
  const { evidence, left_out: leftOut } = source;
  if (leftOut !== null)
    return (
      <p className="small muted">
        {t('evidence_left_out')} {leftOut > 0 && t('messages_left_out', { count: leftOut })}
      </p>
    );
  if (!evidence) return null;
  const isRepeated = before?.evidence ? isSameProfile(before.evidence, evidence) : false;
  return (
    <>
      <ReportedMessages evidence={evidence} photos={photos} />
      {evidence.repeated > 0 && <p className="small muted">{t('messages_repeated', { count: evidence.repeated })}</p>}
      {isRepeated ? (
        <p className="small muted">{t('profile_same')}</p>
      ) : (
        <div className="case-then">
          <h4 className="small muted">{t('profile_then')}</h4>
          <ProfileThen evidence={evidence} photos={photos} />
        </div>
      )}
    </>
  );
}

function SourceEntry({ source, before, photos }: EntryProps) {
  const t = useTexts('cases');
  const sourceReason = useSourceReason();
  const reason = sourceReason(source);
  const { kind, text, where, reference, number, created_at: at, closed_at: closed } = source;
  return (
    <li className="case-source">
      <div className="case-source-head">
        <Icon name={SIGNS[kind]} />
        <div>
          <h3 className="bold">{reason === null ? t(`source_${kind}`) : t('source_about', { source: t(`source_${kind}`), reason })}</h3>
          <p className="small">
            <Teller source={source} /> · <RelativeTime className="muted" at={at} />
          </p>
        </div>
      </div>
      {text !== '' && <Words>{text}</Words>}
      <FactList
        facts={[
          [t('where'), where],
          [t('reference'), reference],
          [t('their_number'), number === null ? null : groupedNumber(number)],
          [t('closed'), closed === null ? null : formatExact(closed)],
        ]}
      />
      <Evidence source={source} before={before} photos={photos} />
    </li>
  );
}

/** What was reported, by whom, and how the profile was then. */
export function CaseSources({ details }: { readonly details: CaseDetails }) {
  const t = useTexts('cases');
  const { photos } = details;
  const { entries: sources, showMore, isBusy, failure } = useMorePages(details, SOURCES);
  return (
    <DeskSection title={t('reported')} lead={t('reported_lead')}>
      {sources.length === 0 ? (
        <p className="muted">{t('no_sources')}</p>
      ) : (
        <ul className="case-sources">
          {sources.map((source, index) => (
            <SourceEntry key={source.id} source={source} before={sources[index - 1]} photos={photos} />
          ))}
        </ul>
      )}
      <ProblemNote error={failure} />
      {showMore && (
        <Button tone="quiet" small className="case-more" busy={isBusy} onClick={showMore}>
          {t('more_sources')}
        </Button>
      )}
    </DeskSection>
  );
}
