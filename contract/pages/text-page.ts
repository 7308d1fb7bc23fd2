import * as v from 'valibot';
import type { CompanyInfo, PublicSettings } from '../settings.ts';

/** A text as the build makes it of `web/texts/<locale>/<page>.md`: HTML with `{{names}}` still to be filled in by `fillText`. */
export const TextPage = v.object({
  /** The language it is really in: English where a translation is not there yet. */
  lang: v.string(),
  title: v.string(),
  /** What stands before the first heading, and all from there on. */
  lead: v.string(),
  body: v.string(),
  contents: v.array(v.object({ id: v.string(), text: v.string() })),
});
export type TextPage = v.InferOutput<typeof TextPage>;

type Site = Pick<PublicSettings, 'name' | 'min_age' | 'support_phone'>;

/** What a text may name, from the settings and the company behind the site; empty where the operator said nothing. */
export function textValues({ name, min_age, support_phone }: Site, company: CompanyInfo | null) {
  const place = [company?.address, company?.city, company?.country].filter(Boolean).join(', ');
  return {
    site: name,
    min_age: String(min_age),
    // A site under its company's own name would otherwise be run by itself.
    company: company?.name === name ? '' : (company?.name ?? ''),
    trade_names: company?.tradenames.join(', ') ?? '',
    address: place,
    country: company?.country ?? '',
    kvk: company?.kvk ?? '',
    vat: Object.values(company?.vat_numbers ?? {}).join(', '),
    phone: support_phone,
    phone_digits: support_phone.replaceAll(/[^+\d]/g, ''),
    contact: place || support_phone,
  };
}

const BLOCK = /<(p|li)>(?:(?!<\1>)[\s\S])*?<\/\1>\n?/g;
const EMPTY_LIST = /<(ul|ol)>\s*<\/\1>\n?/g;
const NAME = /\{\{(no )?(\w+)\}\}/g;
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** A text as HTML shows it, in an element or an attribute. */
export const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');

/** Fills `{{name}}` with escaped values. A paragraph or item that names an empty one disappears, one with `{{no name}}` where it is not empty. */
export function fillText(html: string, values: Readonly<Record<string, string>>): string {
  const isKept = (block: string) => [...block.matchAll(NAME)].every(([, no, name = '']) => Boolean(values[name]) !== Boolean(no));
  return html
    .replaceAll(BLOCK, (block) => (isKept(block) ? block : ''))
    .replaceAll(EMPTY_LIST, '')
    .replaceAll(NAME, (_, no: string | undefined, name: string) => (no ? '' : escaped(values[name] ?? '')));
}
