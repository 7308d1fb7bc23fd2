import { sql } from 'drizzle-orm';
import { type Database, together } from '../client.ts';
import { catalogue, regions } from '../schema/index.ts';
import fields from './fields.json' with { type: 'json' };
import interests from './interests.json' with { type: 'json' };
import countries from './regions.json' with { type: 'json' };

type CatalogueRow = typeof catalogue.$inferInsert;

function catalogueRows(): CatalogueRow[] {
  const rows: CatalogueRow[] = [];
  for (const [position, field] of fields.entries()) {
    rows.push({ kind: 'field', id: field.id, position, icon: field.icon, labels: field.labels });
    for (const [place, value] of field.values.entries()) {
      rows.push({ kind: 'value', parent: field.id, id: value.id, position: place, labels: value.labels });
    }
  }
  for (const [position, interest] of interests.entries()) {
    rows.push({ kind: 'interest', id: interest.id, position, labels: interest.labels });
  }
  return rows;
}

const regionRows = () => Object.entries(countries).flatMap(([country, list]) => list.map(({ id, name }) => ({ id, country, name })));

/** Writes profile fields, interests and regions with their labels; running it again only corrects what differs. */
export async function fillCatalogue(db: Database): Promise<void> {
  await together(db, [
    db
      .insert(catalogue)
      .values(catalogueRows())
      .onConflictDoUpdate({
        target: [catalogue.kind, catalogue.parent, catalogue.id],
        set: { position: sql`excluded.position`, icon: sql`excluded.icon`, labels: sql`excluded.labels` },
      }),
    db
      .insert(regions)
      .values(regionRows())
      .onConflictDoUpdate({ target: regions.id, set: { name: sql`excluded.name` } }),
  ]);
}
