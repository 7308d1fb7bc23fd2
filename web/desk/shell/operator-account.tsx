import { formatTime } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LocaleChoice, ThemeChoice } from '../parts/preferences.tsx';
import { signOut, useOperator } from '../session/operator-query.ts';
import { useTexts } from '../texts.ts';

function RoleAndSession() {
  const t = useTexts('shell');
  const { role, session_ends_at: endsAt } = useOperator();
  return (
    <>
      <span className="small muted">{t(`role_${role}`)}</span>
      <span className="small muted">{t('session_ends', { time: formatTime(endsAt) })}</span>
    </>
  );
}

function Preferences({ onHelp }: { readonly onHelp: () => void }) {
  const t = useTexts('shell');
  const help = useTexts('keyboard')('button');
  return (
    <div className="desk-preferences">
      <LocaleChoice />
      <ThemeChoice />
      <Button tone="quiet" small icon="circle-help" onClick={onHelp}>
        {help}
      </Button>
      <Button tone="quiet" small icon="log-out" onClick={() => void signOut()}>
        {t('sign_out')}
      </Button>
    </div>
  );
}

/** Who is signed in, with language, appearance, the help for the keyboard and signing out: in the rail of a wide screen. */
export function AccountPanel({ onHelp }: { readonly onHelp: () => void }) {
  const t = useTexts('shell');
  const { name } = useOperator();
  return (
    <div className="desk-account">
      <p>
        <span className="visually-hidden">{t('signed_in_as', { name })}</span>
        <span className="bold truncate" aria-hidden="true">
          {name}
        </span>
        <RoleAndSession />
      </p>
      <Preferences onHelp={onHelp} />
    </div>
  );
}

/** The same as a dialog, for a screen without a rail. */
export function AccountDialog({ onClose, onHelp }: { readonly onClose: () => void; readonly onHelp: () => void }) {
  const { name } = useOperator();
  return (
    <Dialog isOpen onClose={onClose} title={name}>
      <p className="desk-account-facts">
        <RoleAndSession />
      </p>
      <Preferences onHelp={onHelp} />
    </Dialog>
  );
}
