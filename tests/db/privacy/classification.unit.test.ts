import { getTableColumns, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { CLASSIFICATION, type PersonalTable } from '#db/privacy/classification';
import * as schema from '#db/schema/index';

const tables = Object.entries(schema).flatMap(([name, value]) => (is(value, SQLiteTable) ? [[name, value] as const] : []));
const classes: Readonly<Record<string, 'not personal' | PersonalTable>> = CLASSIFICATION;

test('every table of the schema has its classes, and no other', () => {
  expect(tables.length).toBeGreaterThan(30);
  expect(Object.keys(classes).toSorted()).toEqual(tables.map(([name]) => name).toSorted());
});

test.each(tables)('every column of %s has its class, and no other', (name, table) => {
  const found = classes[name];
  const columns = Object.keys(getTableColumns(table));
  if (found === 'not personal') expect(columns.filter((column) => /member|email/i.test(column))).toEqual([]);
  else expect(Object.keys(found?.columns ?? {}).toSorted()).toEqual(columns.toSorted());
});
