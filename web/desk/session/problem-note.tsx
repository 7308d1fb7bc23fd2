import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTexts } from '../texts.ts';
import { PasskeyProblem } from './passkey.ts';

/** An error of a form of the desk: what the browser says of the passkey, else what the server says; renders nothing for null. */
export function ProblemNote({ error }: { readonly error: unknown }) {
  const t = useTexts('session');
  if (!(error instanceof PasskeyProblem)) return <FailureNote error={error} />;
  return (
    <div className="note" role="alert">
      <Icon name="triangle-alert" />
      <p>{t(error.text)}</p>
    </div>
  );
}
