import { run } from '@zootools/email-spell-checker';
import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';
import { MAIL_DOMAINS } from './mail-providers.ts';

/** The largest edit distance of a typing slip, for the whole domain, its name and its ending (docs/product.md, "Address suggestion"). */
export const THRESHOLD = 2;

const endOf = (domain: string) => domain.slice(domain.indexOf('.') + 1);
const nameOf = (domain: string) => domain.slice(0, domain.indexOf('.'));
const once = (words: readonly string[]) => [...new Set(words)];

const LISTS = {
  domains: [...MAIL_DOMAINS],
  secondLevelDomains: once(MAIL_DOMAINS.map(nameOf)),
  topLevelDomains: once(MAIL_DOMAINS.map(endOf)),
  domainThreshold: THRESHOLD,
  secondLevelThreshold: THRESHOLD,
  topLevelThreshold: THRESHOLD,
};

/** A corrected address at a provider of the list; null if the typed one is invalid, is at such a provider, or resembles none. */
export function likelyAddress(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (!v.is(EmailAddress, address) || MAIL_DOMAINS.includes(domain)) return null;
  const suggested = run({ email: `x@${domain}`, ...LISTS })?.domain;
  return suggested && MAIL_DOMAINS.includes(suggested) ? `${address.slice(0, at)}@${suggested}` : null;
}
