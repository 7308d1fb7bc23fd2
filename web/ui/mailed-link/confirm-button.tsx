import { useErrorSentence } from '../../api/error-text.ts';
import { useAct } from '../../api/use-action.ts';
import { Button } from '../button.tsx';
import { followLink, type LinkEnds } from './follow-link.ts';

interface LinkActProps extends LinkEnds {
  label: string;
  work: () => Promise<unknown>;
}

/** The button on the page of a mailed link. Opening the link alone does nothing, because mail scanners open links. */
export function LinkAct({ label, work, ...ends }: LinkActProps) {
  const sentence = useErrorSentence();
  const { run, isBusy, failure } = useAct();
  return (
    <>
      <Button wide busy={isBusy} onClick={() => void run(() => followLink(work, ends))}>
        {label}
      </Button>
      {failure !== null && (
        <p className="hint err" role="alert">
          {sentence(failure)}
        </p>
      )}
    </>
  );
}
