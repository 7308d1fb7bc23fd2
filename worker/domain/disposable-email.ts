import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let known: ReadonlySet<string> | undefined;

/** Whether an address is of a provider of throw-away mailboxes, or of a domain below one's. */
export function isDisposable(email: string): boolean {
  known ??= disposableEmailBlocklistSet();
  const parts = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  for (let from = 0; from < parts.length - 1; from += 1) if (known.has(parts.slice(from).join('.'))) return true;
  return false;
}
