import { useErrorSentence } from '../../api/error-text.ts';
import { Icon } from '../icon.tsx';

/** What a form was refused with, where no field shows it. */
export function FailureNote({ error }: { error: unknown }) {
  const sentence = useErrorSentence();
  if (error === null) return null;
  return (
    <div className="note" role="alert">
      <Icon name="triangle-alert" />
      <p>{sentence(error)}</p>
    </div>
  );
}
