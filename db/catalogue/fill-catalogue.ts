import { sql } from 'drizzle-orm';
import { batch, type Database } from '../client.ts';
import { catalogue, paymentMethods, prices, products, regions } from '../schema/index.ts';
import fields from './fields.json' with { type: 'json' };
import interests from './interests.json' with { type: 'json' };
import shop from './products.json' with { type: 'json' };
import prompts from './prompts.json' with { type: 'json' };
import countries from './regions/regions.json' with { type: 'json' };

type CatalogueRow = typeof catalogue.$inferInsert;

function catalogueRows(): CatalogueRow[] {
  const rows: CatalogueRow[] = [];
  for (const [position, field] of fields.entries()) {
    rows.push({ kind: 'field', id: field.id, position, icon: field.icon, labels: field.labels });
    for (const [valuePosition, value] of field.values.entries()) {
      rows.push({ kind: 'value', parent: field.id, id: value.id, position: valuePosition, labels: value.labels });
    }
  }
  for (const [position, interest] of interests.entries()) {
    rows.push({ kind: 'interest', id: interest.id, position, labels: interest.labels });
  }
  for (const [position, prompt] of prompts.entries()) {
    rows.push({ kind: 'prompt', id: prompt.id, position, labels: prompt.labels });
  }
  return rows;
}

const regionRows = () => Object.entries(countries).flatMap(([country, list]) => list.map(({ id, name }) => ({ id, country, name })));

const productRows = (): (typeof products.$inferInsert)[] =>
  shop.products.map(({ id, kind, credits = 0, months = 0 }, position) => ({
    id,
    kind: kind === 'pack' ? 'pack' : 'plan',
    credits,
    months,
    position,
  }));

/** The price of every product in every country, from the price list of the country's currency. */
function priceRows(): (typeof prices.$inferInsert)[] {
  const pricesByCurrency = new Map(Object.entries(shop.prices));
  return Object.entries(shop.countries).flatMap(([country, { currency }]) =>
    Object.entries(pricesByCurrency.get(currency) ?? {}).map(([productId, amount]) => ({ productId, country, currency, amount })),
  );
}

const paymentMethodRows = () =>
  Object.entries(shop.countries).flatMap(([country, { methods }]) => methods.map((id, position) => ({ country, id, position })));

/**
 * Writes profile fields, interests, prompts and regions; rows that exist get the labels of this version. Products, prices and payment methods are
 * only added where they are missing, because the operator may have changed them.
 */
export async function fillCatalogue(db: Database): Promise<void> {
  await batch(db, {
    catalogue: db
      .insert(catalogue)
      .values(catalogueRows())
      .onConflictDoUpdate({
        target: [catalogue.kind, catalogue.parent, catalogue.id],
        set: { position: sql`excluded.position`, icon: sql`excluded.icon`, labels: sql`excluded.labels` },
      }),
    regions: db
      .insert(regions)
      .values(regionRows())
      .onConflictDoUpdate({ target: regions.id, set: { name: sql`excluded.name` } }),
    products: db.insert(products).values(productRows()).onConflictDoNothing(),
    prices: db.insert(prices).values(priceRows()).onConflictDoNothing(),
    paymentMethods: db.insert(paymentMethods).values(paymentMethodRows()).onConflictDoNothing(),
  });
}
