import { SHOWN_UNCONFIRMED_MS } from '../../offline/stored-answers.ts';
import { sessionConfirmedAt } from '../../session/user.ts';

/**
 * Starts a page anew that has been open for a day without a sign of life from the server: the member may have been signed out elsewhere.
 * The new start shows nothing of what was kept until the server answers. Returns the function that ends it.
 */
export function hideUnconfirmedAnswers(): () => void {
  let timer = 0;
  const check = () => {
    clearTimeout(timer);
    const confirmedAt = sessionConfirmedAt();
    if (confirmedAt === null) return;
    const leftMs = confirmedAt + SHOWN_UNCONFIRMED_MS - Date.now();
    if (leftMs <= 0) location.reload();
    else timer = window.setTimeout(check, leftMs);
  };
  check();
  // A timer does not run while the device sleeps.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
