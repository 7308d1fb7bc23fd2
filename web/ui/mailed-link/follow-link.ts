import { CallError } from '../../api/call.ts';

export interface LinkEnds {
  /** The link has run out, or was used. */
  onExpired: () => void;
  /** Somebody else has the address by now. */
  onTaken?: () => void;
}

/** Does what a mailed link is for. The ends that only a link has are told apart from other failures, which go on to the caller. */
export async function followLink(work: () => Promise<unknown>, { onExpired, onTaken }: LinkEnds): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CallError && error.fields.token) onExpired();
    else if (error instanceof CallError && error.code === 'email_taken' && onTaken) onTaken();
    else throw error;
  }
}
