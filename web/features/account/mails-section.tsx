import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type User, updateUser } from '#contract/account';
import { call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-sentence.ts';
import { useAct } from '../../api/use-act.ts';
import { signIn } from '../../session/user.ts';
import { Switch } from '../../ui/switch.tsx';
import './account-row.css';

/** Mails about messages and likes that came while the member was away. The letters' own link leads here. */
export function MailsSection({ user }: { user: User }) {
  const { t } = useTranslation('account');
  const sentence = useErrorSentence();
  const { run, isBusy, failure } = useAct();
  const [wanted, setWanted] = useState(user.away_mails);

  const change = (isOn: boolean) => {
    setWanted(isOn);
    void run(async () => signIn((await call(updateUser, { away_mails: isOn })).user));
  };
  return (
    <section id="mails" className="account-row">
      <Switch label={t('mails')} hint={t('mails_hint')} isOn={isBusy ? wanted : user.away_mails} onChange={change} />
      {failure !== null && (
        <p className="hint err" role="alert">
          {sentence(failure)}
        </p>
      )}
    </section>
  );
}
