import { useErrorSentence } from '../../api/error-text.ts';
import { Icon } from '../icon.tsx';

/** The error of a form that belongs to no field; renders nothing for null. */
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
