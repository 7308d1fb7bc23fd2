import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { CallError } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTexts } from '../texts.ts';
import { confirmWithPasskey } from './passkey.ts';
import { ProblemNote } from './problem-note.tsx';

/** Runs work that may need a confirmation. */
type RunConfirmed = <T>(work: () => Promise<T>) => Promise<T>;

const ConfirmationContext = createContext<RunConfirmed | null>(null);

const isConfirmNeeded = (error: unknown): boolean => error instanceof CallError && error.code === 'confirm_needed';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onEnd: (isConfirmed: boolean) => void;
}

function ConfirmationDialog({ isOpen, onEnd }: DialogProps) {
  const t = useTexts('session');
  const { run, isBusy, failure, clearError } = useAction();
  const confirm = async () => {
    if (await run(confirmWithPasskey)) onEnd(true);
  };
  const cancel = () => {
    clearError();
    onEnd(false);
  };
  return (
    <Dialog isOpen={isOpen} onClose={cancel} title={t('confirm_title')} withoutClose>
      <p className="muted">{t('confirm_text')}</p>
      <ProblemNote error={failure} />
      <div className="dialog-actions">
        <Button icon="lock" busy={isBusy} data-first-focus onClick={() => void confirm()}>
          {t('use_passkey')}
        </Button>
        <Button tone="quiet" onClick={cancel}>
          {t('not_now')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks for the passkey again where the server wants a confirmation, and then repeats the work. */
export function ConfirmationProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(isConfirmed: boolean) => void>(() => undefined);
  const runConfirmed = useMemo<RunConfirmed>(() => {
    const ask = () =>
      new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setOpen(true);
      });
    return async (work) => {
      try {
        return await work();
      } catch (error) {
        if (!isConfirmNeeded(error) || !(await ask())) throw error;
        return work();
      }
    };
  }, []);
  const end = (isConfirmed: boolean) => {
    setOpen(false);
    settle.current(isConfirmed);
  };
  return (
    <ConfirmationContext value={runConfirmed}>
      {children}
      <ConfirmationDialog isOpen={isOpen} onEnd={end} />
    </ConfirmationContext>
  );
}

/** Returns a function that runs work and, if the server asks for a confirmation, lets the operator give it and runs the work again. */
export function useConfirmed(): RunConfirmed {
  const run = useContext(ConfirmationContext);
  if (!run) throw new Error('there is no ConfirmationProvider around this page');
  return run;
}
