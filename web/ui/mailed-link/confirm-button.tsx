import { useErrorSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../button.tsx';
import { type LinkErrorHandlers, runLinkAction } from './follow-link.ts';

interface LinkConfirmButtonProps extends LinkErrorHandlers {
  label: string;
  work: () => Promise<unknown>;
}

/** The button on the page of a mailed link. Opening the link alone does nothing, because mail scanners open links. */
export function LinkConfirmButton({ label, work, ...ends }: LinkConfirmButtonProps) {
  const sentence = useErrorSentence();
  const { run, isBusy, failure } = useAction();
  return (
    <>
      <Button wide busy={isBusy} onClick={() => void run(() => runLinkAction(work, ends))}>
        {label}
      </Button>
      {failure !== null && (
        <p className="hint error" role="alert">
          {sentence(failure)}
        </p>
      )}
    </>
  );
}
