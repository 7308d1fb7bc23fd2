import { Link } from 'react-router';
import type { CaseLine } from '#contract/operator/operated-cases';
import { formatNumber } from '../../i18n/format.ts';
import { RecordTable } from '../parts/record-table.tsx';
import { RelativeTime } from '../parts/relative-time.tsx';
import { useOperator } from '../session/operator-query.ts';
import { useTexts } from '../texts.ts';
import type { CaseList } from './case-queries.ts';
import { groupedNumber, useAboutText } from './case-words.ts';
import { PriorityMark } from './priority-mark.tsx';

interface TableProps {
  readonly list: CaseList;
  readonly cases: readonly CaseLine[];
  readonly onOpen: (number: string) => void;
}

/** What a case is about, with its number and where it comes from. */
function AboutCell({ line, onOpen }: { readonly line: CaseLine; readonly onOpen: TableProps['onOpen'] }) {
  const t = useTexts('cases');
  const aboutText = useAboutText();
  const details = [...line.kinds.map((kind) => t(`source_${kind}`)), groupedNumber(line.number)];
  return (
    <span className="case-about">
      <Link className="link" to={`/cases/${line.number}`} data-case={line.number} onClick={() => onOpen(line.number)}>
        {aboutText(line)}
      </Link>
      <span className="small muted">{details.join(' · ')}</span>
    </span>
  );
}

/** Who has a case, and what is left of it. */
function StateCell({ line }: { readonly line: CaseLine }) {
  const t = useTexts('cases');
  const { id } = useOperator();
  const { assignee, status, letters_left: left } = line;
  const who = assignee === null ? t('nobody') : assignee.id === id ? t('you') : assignee.name;
  return (
    <span className="case-about">
      <span className={assignee === null ? 'muted' : undefined}>{who}</span>
      {status === 'decided' && <span className="small desk-careful">{t('letters_left', { count: left })}</span>}
    </span>
  );
}

/** Cases, one a line. The link of each has the number of its case in `data-case`. */
export function CaseTable({ list, cases, onOpen }: TableProps) {
  const t = useTexts('cases');
  const timeOf = ({ created_at: opened, closed_at: closed }: CaseLine) => (list === 'closed' ? (closed ?? opened) : opened);
  return (
    <RecordTable
      caption={t(`list_${list}`)}
      rows={cases}
      keyOf={({ number }) => number}
      columns={[
        { key: 'priority', title: t('priority'), cell: ({ priority }) => <PriorityMark priority={priority} /> },
        { key: 'about', title: t('about'), cell: (line) => <AboutCell line={line} onOpen={onOpen} /> },
        { key: 'sources', title: t('sources'), cell: ({ sources }) => formatNumber(sources) },
        {
          key: 'time',
          title: t(list === 'closed' ? 'closed' : 'since'),
          cell: (line) => <RelativeTime at={timeOf(line)} />,
        },
        { key: 'assignee', title: t('assignee'), cell: (line) => <StateCell line={line} /> },
      ]}
    />
  );
}
