import { useState } from 'react';
import { grantCredits, type OperatedMember } from '#contract/operator/operated-members';
import { call } from '../../api/call.ts';
import { Field } from '../../ui/forms/field.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { useTexts } from '../texts.ts';
import { ReasonDialog } from './reason-dialog.tsx';

/** 128 random bits, base64url: the name of a grant, so that a repeated request gives nothing twice. */
const newNonce = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Gives a member credits. */
export function GiveCreditsDialog({ member, onClose }: { readonly member: OperatedMember; readonly onClose: (isDone: boolean) => void }) {
  const t = useTexts('members');
  const [amount, setAmount] = useState('');
  const [nonce] = useState(newNonce);
  const give = async (reason: string) => {
    const count = Number(amount);
    const { credits } = await call(grantCredits, { member: member.id, amount: count, reason, nonce });
    showToast({ tone: 'success', title: t('given', { count, balance: credits }) });
  };
  return (
    <ReasonDialog title={t('give_title', { name: member.name })} text={t('give_text')} submitLabel={t('give')} act={give} onClose={onClose}>
      {(errorOf) => (
        <Field
          label={t('amount')}
          hint={t('amount_hint')}
          error={errorOf('amount')}
          value={amount}
          inputMode="numeric"
          autoComplete="off"
          data-first-focus
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
    </ReasonDialog>
  );
}
