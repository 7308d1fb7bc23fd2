import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint';
import { endDeskSession, listDeskSessions } from '#contract/operator/desk-session';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { formatTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { parseUserAgent } from '../../ui/devices/device-name.ts';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';

type Session = OutputOf<typeof listDeskSessions>['sessions'][number];

const sessionsQuery = queryOptions({
  queryKey: ['desk', 'sessions'],
  queryFn: async ({ signal }) => (await call(listDeskSessions, {}, { signal })).sessions,
});

/** Names a device: "Firefox on Windows", browser or system alone, else the beginning of the user agent. */
function useDeviceText(): (device: string) => string {
  const t = useTexts('access');
  return (device) => {
    const { browser, system, raw } = parseUserAgent(device);
    if (browser && system) return t('device_on', { browser, system });
    return browser ?? system ?? (raw || t('unknown_device'));
  };
}

function EndSessionDialog({ session, onClose }: { readonly session: Session; readonly onClose: (hasEnded: boolean) => void }) {
  const t = useTexts('access');
  const deviceText = useDeviceText();
  const { run, isBusy, failure } = useAction();
  const end = async () => {
    if (await run(() => call(endDeskSession, { id: session.id }))) onClose(true);
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={() => onClose(false)}
      onConfirm={() => void end()}
      title={t('end_title', { device: deviceText(session.device) })}
      text={t('end_text')}
      confirmLabel={t('end')}
      busy={isBusy}
    >
      <ProblemNote error={failure} />
    </ConfirmDialog>
  );
}

function SessionLine({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const t = useTexts('access');
  const name = useDeviceText()(session.device);
  const { is_current: isCurrent, started_at: since, ends_at: until, passkey, device } = session;
  return (
    <li className="desk-line">
      <Icon name={parseUserAgent(device).isHandheld ? 'smartphone' : 'monitor'} />
      <span className="desk-line-text">
        <span className="bold">{name}</span>
        <span className="small muted">{t('session_line', { since: formatTime(since), until: formatTime(until), passkey })}</span>
        {isCurrent && <span className="small desk-good">{t('this_device')}</span>}
      </span>
      {!isCurrent && (
        <Button tone="quiet" small onClick={onEnd} aria-label={`${t('end')}: ${name}`}>
          {t('end')}
        </Button>
      )}
    </li>
  );
}

/** The devices that are signed in at the desk as this operator. */
export function SessionsSection() {
  const t = useTexts('access');
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session | null>(null);
  const close = (hasEnded: boolean) => {
    setEnding(null);
    if (!hasEnded) return;
    showToast({ tone: 'success', title: t('ended') });
    void client.invalidateQueries({ queryKey: ['desk'] });
  };
  return (
    <DeskSection title={t('sessions')}>
      <Loaded query={query}>
        {(sessions) => (
          <ul className="desk-lines">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      {ending && <EndSessionDialog session={ending} onClose={close} />}
    </DeskSection>
  );
}
