import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let known: ReadonlySet<string> | undefined;

/** Whether the domain of an e-mail address, or a parent domain of it, is on the list of disposable mailboxes. */
export function isDisposable(email: string): boolean {
  known ??= disposableEmailBlocklistSet();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  for (let from = 0; from < labels.length - 1; from += 1) if (known.has(labels.slice(from).join('.'))) return true;
  return false;
}
