import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { boot } from '../../boot/boot.ts';
import { IconButton } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { KeyboardHelp } from '../keyboard/keyboard-help.tsx';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { forgetOperator, useOperator } from '../session/operator-query.ts';
import { useTexts } from '../texts.ts';
import { Navigation } from './navigation.tsx';
import { AccountDialog, AccountPanel } from './operator-account.tsx';

/** Clears the screen when the session is over, also if nobody touches it. */
function useEndOfSession(endsAt: string): void {
  useEffect(() => {
    const end = setTimeout(forgetOperator, Math.max(0, Date.parse(endsAt) - Date.now()));
    return () => clearTimeout(end);
  }, [endsAt]);
}

function DeskHead({ onAccount, onHelp }: { readonly onAccount: () => void; readonly onHelp: () => void }) {
  const t = useTexts('shell');
  const desk = useTexts('session')('desk');
  const { name } = useOperator();
  return (
    <header className="desk-rail">
      <div className="desk-brand">
        <span className="logo">
          <Logo name={boot.settings.name} />
        </span>
        <span className="desk-mark">{desk}</span>
        <IconButton className="desk-account-button" name="user-round" label={t('account', { name })} onClick={onAccount} />
      </div>
      <Navigation />
      <AccountPanel onHelp={onHelp} />
    </header>
  );
}

/** What is around every page of the desk: navigation, who is signed in, language and appearance, and the shortcuts that every page has. */
export function DeskShell({ children }: { readonly children: ReactNode }) {
  const t = useTexts('shell');
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'account' | 'help' | null>(null);
  const showHelp = () => setDialog('help');
  const close = () => setDialog(null);
  useEndOfSession(useOperator().session_ends_at);
  useShortcuts({ '?': showHelp, q: () => void navigate('/cases') });
  return (
    <div className="desk-shell">
      <a className="desk-skip" href="#content">
        {t('skip')}
      </a>
      <DeskHead onAccount={() => setDialog('account')} onHelp={showHelp} />
      <main className="desk-content" id="content" tabIndex={-1}>
        {children}
      </main>
      {dialog === 'account' && <AccountDialog onClose={close} onHelp={showHelp} />}
      {dialog === 'help' && <KeyboardHelp onClose={close} />}
    </div>
  );
}
