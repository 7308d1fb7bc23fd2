import { CallError } from '../../api/call.ts';

export interface LinkErrorHandlers {
  /** The link has expired or was used before. */
  onExpired: () => void;
  /** Another account has the address by now. */
  onTaken?: () => void;
}

/** Runs the action of a mailed link. Calls `onExpired` or `onTaken` for errors that only links have; throws any other. */
export async function runLinkAction(work: () => Promise<unknown>, { onExpired, onTaken }: LinkErrorHandlers): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CallError && error.fields.token) onExpired();
    else if (error instanceof CallError && error.code === 'email_taken' && onTaken) onTaken();
    else throw error;
  }
}
