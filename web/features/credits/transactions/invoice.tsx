import type { ReactNode } from 'react';
import type { OwnTransaction } from '#contract/credits';
import { countryName, formatDate, formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email/email-text.tsx';
import { useProductName } from '../orders/order-list.tsx';
import { formatPrice } from '../prices/format-price.ts';
import { type PricedLine, PriceLines } from '../prices/price-lines.tsx';
import { paymentMethodName } from '../products/payment-method-choice.tsx';
import { useShop } from '../products/shop-queries.ts';

/** The operator may have set the company's country as a code or as a name. */
const COUNTRY_CODE = /^[A-Z]{2}$/;

function useLines(transaction: OwnTransaction): PricedLine[] {
  const { t } = useTranslation('credits');
  const nameOf = useProductName();
  const { discount, extra_credits: extra, full_price: full } = transaction;
  const lines: PricedLine[] = [{ id: 'what', words: nameOf(transaction), price: formatPrice(full) }];
  if (discount && discount.off.amount > 0) {
    const { code, percent, off } = discount;
    const words = percent === null ? t('line_discount', { code }) : t('line_discount_percent', { code, percent });
    lines.push({ id: 'discount', words, price: formatPrice({ ...off, amount: -off.amount }) });
  }
  if (extra > 0) lines.push({ id: 'extra', words: t('line_extra', { count: extra, n: formatNumber(extra) }), price: t('line_free') });
  return lines;
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'is-wide' : undefined}>
      <dt className="muted small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The company with its registration number and the VAT number of the payment country, else its first VAT number. */
function Seller({ company, country }: Pick<OwnTransaction, 'company' | 'country'>) {
  const { t } = useTranslation('credits');
  const vat = company.vat_numbers[country] ?? Object.values(company.vat_numbers)[0];
  return (
    <Fact name={t('invoice_from')}>
      {[
        company.name,
        company.address,
        company.city,
        COUNTRY_CODE.test(company.country) ? countryName(company.country) : company.country,
        company.kvk && t('invoice_kvk', { number: company.kvk }),
        vat && t('invoice_vat_number', { number: vat }),
        company.email,
      ]
        .filter(Boolean)
        .map((line) => (
          <span key={line} className="invoice-line">
            {line}
          </span>
        ))}
    </Fact>
  );
}

/** The lines of an order; once it was paid, a printable invoice. */
export function Invoice({ transaction }: { transaction: OwnTransaction }) {
  const { t } = useTranslation('credits');
  const user = useUser();
  const { data: shop } = useShop();
  const lines = useLines(transaction);
  const { id, vat, price, returned, country, company, paid_at: paidAt, created_at: createdAt, payment_method: method } = transaction;
  const isInvoice = paidAt !== null;
  const tax = vat.percent > 0 ? { words: t('line_vat', { percent: formatNumber(vat.percent) }), price: formatPrice(vat.amount) } : null;
  return (
    <section className="panel invoice">
      <div className="invoice-head">
        <h2 className="display display-21">{isInvoice ? t('invoice') : t('order_lines')}</h2>
        {isInvoice && (
          <Button tone="soft" small className="no-print" onClick={() => print()}>
            {t('invoice_print')}
          </Button>
        )}
      </div>
      <div className="invoice-lines">
        <PriceLines lines={lines} total={formatPrice(price)} tax={tax} />
        {returned.amount > 0 && (
          <p className="invoice-returned">
            <span>{t('invoice_returned')}</span>
            <span>{formatPrice({ ...returned, amount: -returned.amount })}</span>
          </p>
        )}
      </div>
      <dl className="invoice-facts">
        <Fact name={t('invoice_number')} isWide>
          <code>{id}</code>
        </Fact>
        <Fact name={t('invoice_date')}>{formatDate(paidAt ?? createdAt)}</Fact>
        <Fact name={t('invoice_method')}>{paymentMethodName(shop?.payment_methods ?? [], method)}</Fact>
        <Fact name={t('invoice_country')}>{countryName(country)}</Fact>
        {user && (
          <Fact name={t('invoice_for')} isWide>
            <EmailText address={user.email} />
          </Fact>
        )}
        <Seller company={company} country={country} />
      </dl>
    </section>
  );
}
