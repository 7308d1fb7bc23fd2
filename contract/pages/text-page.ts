import * as v from 'valibot';
import type { CompanyInfo, PublicSettings } from '../settings.ts';

/** A text page, built from `web/texts/<locale>/<page>.md`: HTML with `{{names}}` that `fillTemplate` fills in. */
export const TextPage = v.object({
  /** The language of the text: English if there is no translation. */
  lang: v.string(),
  title: v.string(),
  /** The HTML before the first heading; `body` is the rest. */
  lead: v.string(),
  body: v.string(),
  contents: v.array(v.object({ id: v.string(), text: v.string() })),
});
export type TextPage = v.InferOutput<typeof TextPage>;

type Site = Pick<PublicSettings, 'name' | 'min_age' | 'support_phone'>;

/** The values that texts may name, from the settings and the company; '' where the operator has set none. */
export function textValues({ name, min_age, support_phone }: Site, company: CompanyInfo | null) {
  const address = [company?.address, company?.city, company?.country].filter(Boolean).join(', ');
  return {
    site: name,
    min_age: String(min_age),
    // Left out if it is the site's name, because a text would then say that the site is run by itself.
    company: company?.name === name ? '' : (company?.name ?? ''),
    trade_names: company?.tradenames.join(', ') ?? '',
    address,
    country: company?.country ?? '',
    kvk: company?.kvk ?? '',
    vat: Object.values(company?.vat_numbers ?? {}).join(', '),
    phone: support_phone,
    phone_digits: support_phone.replaceAll(/[^+\d]/g, ''),
    email: company?.email ?? '',
    authority_email: company?.authority_email ?? '',
    dispute_body: company?.dispute_body_url ? company.dispute_body : '',
    dispute_body_url: company?.dispute_body ? company.dispute_body_url : '',
    contact: address || support_phone || company?.email || '',
  };
}

const BLOCK = /<(p|li)>(?:(?!<\1>)[\s\S])*?<\/\1>\n?/g;
const EMPTY_LIST = /<(ul|ol)>\s*<\/\1>\n?/g;
const NAME = /\{\{(no )?(\w+)\}\}/g;
const HTML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Escapes a text for HTML, in an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? '');

/**
 * Fills in `{{name}}` with escaped values. A paragraph or list item is left out if a value that it names is empty, or if it holds
 * `{{no name}}` and that value is not empty.
 */
export function fillTemplate(html: string, values: Readonly<Record<string, string>>): string {
  const isKept = (block: string) => [...block.matchAll(NAME)].every(([, no, name = '']) => Boolean(values[name]) !== Boolean(no));
  return html
    .replaceAll(BLOCK, (block) => (isKept(block) ? block : ''))
    .replaceAll(EMPTY_LIST, '')
    .replaceAll(NAME, (_, no: string | undefined, name: string) => (no ? '' : escapeHtml(values[name] ?? '')));
}
