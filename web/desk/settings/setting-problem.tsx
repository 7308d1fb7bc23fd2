import { CallError } from '../../api/call.ts';
import { Icon } from '../../ui/icon.tsx';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';

/** Why a setting was not changed: the reason that the server gives, or that somebody else was faster; renders nothing for null. */
export function SettingProblem({ error }: { readonly error: unknown }) {
  const t = useTexts('settings');
  const reason = error instanceof CallError && error.code === 'invalid' ? error.details.reason : undefined;
  const isConflict = error instanceof CallError && error.code === 'conflict';
  if (reason === undefined && !isConflict) return <ProblemNote error={error} />;
  return (
    <div className="note" role="alert">
      <Icon name="triangle-alert" />
      <p>{isConflict ? t('changed_meanwhile') : t('does_not_fit', { reason: reason ?? '' })}</p>
    </div>
  );
}
