import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getConversation } from '#contract/chat';
import { call } from '../../api/call.ts';
import { formatExact, formatRelative } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Checkbox } from '../../ui/forms/pick-list.tsx';
import { reportableMessages } from './report-rules.ts';

const MESSAGES_READ = 100;
const FIRST_SHOWN = 5;

interface ReportMessagesProps {
  conversation: string;
  sender: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The reported member's latest messages, each with a box to tick that adds it to the report. */
export function ReportMessages({ conversation, sender, chosen, onChange }: ReportMessagesProps) {
  const { t } = useTranslation('safety');
  const { t: tCore } = useTranslation();
  const thread = useQuery({
    queryKey: ['report-messages', conversation],
    queryFn: ({ signal }) => call(getConversation, { conversation, limit: MESSAGES_READ }, { signal }),
    select: ({ messages }) => reportableMessages(messages, sender),
    gcTime: 0,
  });
  const [showsAll, setShowsAll] = useState(false);
  if (thread.data?.length === 0) return null;
  const shown = thread.data?.slice(0, showsAll ? undefined : FIRST_SHOWN) ?? [];
  const toggle = (id: string, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((chosenId) => chosenId !== id));
  return (
    <fieldset className="field">
      <legend className="legend">{t('report_messages')}</legend>
      <p className="hint">{t('report_messages_hint')}</p>
      {thread.isPending && <div className="report-messages skeleton" role="status" aria-busy="true" aria-label={tCore('status.loading')} />}
      {thread.isError && (
        <>
          <FailureNote error={thread.error} />
          <Button tone="quiet" small icon="refresh-cw" onClick={() => void thread.refetch()}>
            {tCore('action.retry')}
          </Button>
        </>
      )}
      {shown.length > 0 && (
        <div className="report-messages">
          {shown.map(({ id, text, created_at: at }) => (
            <Checkbox
              key={id}
              isOn={chosen.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
              label={
                <>
                  <span className="report-text" dir="auto">
                    {text}
                  </span>
                  <time className="muted small" dateTime={at} title={formatExact(at)}>
                    {formatRelative(at)}
                  </time>
                </>
              }
            />
          ))}
        </div>
      )}
      {thread.data && thread.data.length > shown.length && (
        <Button tone="quiet" small onClick={() => setShowsAll(true)}>
          {t('report_messages_more')}
        </Button>
      )}
    </fieldset>
  );
}
