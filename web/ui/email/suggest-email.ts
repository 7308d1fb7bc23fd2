import { run } from '@zootools/email-spell-checker';
import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import { MAIL_DOMAINS } from './mail-providers.ts';

/** The largest edit distance of a typing slip, for the whole domain, its name and its ending (docs/product.md, "Address suggestion"). */
export const MAX_EDIT_DISTANCE = 2;

const topLevelDomainOf = (domain: string) => domain.slice(domain.indexOf('.') + 1);
const secondLevelDomainOf = (domain: string) => domain.slice(0, domain.indexOf('.'));
const unique = (words: readonly string[]) => [...new Set(words)];

const SPELL_CHECK_OPTIONS = {
  domains: [...MAIL_DOMAINS],
  secondLevelDomains: unique(MAIL_DOMAINS.map(secondLevelDomainOf)),
  topLevelDomains: unique(MAIL_DOMAINS.map(topLevelDomainOf)),
  domainThreshold: MAX_EDIT_DISTANCE,
  secondLevelThreshold: MAX_EDIT_DISTANCE,
  topLevelThreshold: MAX_EDIT_DISTANCE,
};

/** A corrected address at a provider of the list; null if the typed one is invalid, is at such a provider, or resembles none. */
export function suggestEmail(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (!v.is(EmailAddress, address) || MAIL_DOMAINS.includes(domain)) return null;
  const suggested = run({ email: `x@${domain}`, ...SPELL_CHECK_OPTIONS })?.domain;
  return suggested && MAIL_DOMAINS.includes(suggested) ? `${address.slice(0, at)}@${suggested}` : null;
}
