import { type AccountStatus, isEmailUnconfirmed } from '../domain/account-status.ts';

/** The recipient of a mail: account id, e-mail address, the language of the mail, and whom it greets. */
export interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly locale: string;
  /** The name in the greeting; null: none, because a stranger may have typed it. */
  readonly greetedAs: string | null;
}

/** The columns of an account that a mail needs. */
export interface MailedAccount {
  readonly id: string;
  readonly email: string;
  readonly locale: string;
  readonly name: string;
}

/** An address that nobody has confirmed yet. Its mail holds nothing that was typed (docs/product.md, "Form of a mail"). */
export const unprovenAddress = ({ id, email, locale }: Omit<MailedAccount, 'name'>): Recipient => ({ id, email, locale, greetedAs: null });

/** The owner of a confirmed address, greeted by name. For mails that no other account gets. */
export const addressOwner = ({ id, email, locale, name }: MailedAccount): Recipient => ({ id, email, locale, greetedAs: name });

/** Whoever reads the address of an account: greeted by name if the address was ever confirmed. */
export const readerOf = (account: MailedAccount & AccountStatus): Recipient =>
  isEmailUnconfirmed(account) ? unprovenAddress(account) : addressOwner(account);
