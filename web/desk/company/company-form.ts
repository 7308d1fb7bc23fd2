import * as v from 'valibot';
import { CompanyInfo } from '#contract/settings';

/** The fields of the company as they are typed: lists are one entry a line. */
export interface TypedCompany {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
  readonly kvk: string;
  readonly email: string;
  readonly authority_email: string;
  readonly dispute_body: string;
  readonly dispute_body_url: string;
  readonly tradenames: string;
  readonly vat: string;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A stored company as the form shows it. Throws if the value is no company, which the server never sends. */
export function typedCompany(value: unknown): TypedCompany {
  const { tradenames, vat_numbers: vat, ...texts } = v.parse(CompanyInfo, value);
  const vatLines = Object.entries(vat).map(([code, number]) => `${code} ${number}`);
  return { ...texts, tradenames: tradenames.join('\n'), vat: vatLines.join('\n') };
}

/** The company that was typed. A line of VAT numbers is a country and, behind a space, its number. */
export function companyOf({ tradenames, vat, ...texts }: TypedCompany): v.InferOutput<typeof CompanyInfo> {
  const vatNumbers = linesOf(vat).map((line) => {
    const [code = '', ...number] = line.split(/\s+/);
    return [code.toUpperCase(), number.join(' ')] as const;
  });
  return { ...texts, tradenames: linesOf(tradenames), vat_numbers: Object.fromEntries(vatNumbers) };
}
