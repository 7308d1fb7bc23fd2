import { beforeAll, describe, expect, test } from 'vitest';
import { type AccessRow, type Cell, type Column, cellsOf, ROLES, type Role, type RowKind } from './access-columns.ts';

/** The rows of one table, by name, with the kind of each. */
export interface AccessTable {
  readonly rows: Readonly<Record<string, AccessRow>>;
  kindOf(name: string): RowKind;
}

/** The cells of a table. */
export const cellsIn = ({ rows, kindOf }: AccessTable): Cell[] => Object.entries(rows).flatMap(([name, row]) => cellsOf(row, kindOf(name)));

type Ask = (name: string, role: Role, column: Column) => Promise<string>;

/**
 * Tests the rows of a table. `ask` gives what a role gets in a column, in the words of the table. With `beforeRow`, which restores what
 * the cells of the last row have changed, one cell is asked after the other.
 */
export function describeRows(table: AccessTable, ask: Ask, beforeRow?: (name: string) => Promise<void>): void {
  describe.each(Object.entries(table.rows))('%s', (name, row) => {
    const cells = cellsOf(row, table.kindOf(name));
    const told = new Map<Cell, string>();
    const askAs = async (role: Role) => {
      for (const cell of cells) if (cell.role === role) told.set(cell, await ask(name, role, cell.column));
    };
    beforeAll(async () => {
      if (!beforeRow) return void (await Promise.all(ROLES.map(askAs)));
      await beforeRow(name);
      for (const role of ROLES) await askAs(role);
    });

    test.each(ROLES)('as %s', (role) => {
      const own = cells.filter((cell) => cell.role === role);
      const byColumn = (of: (cell: Cell) => string | undefined) => Object.fromEntries(own.map((cell) => [cell.column, of(cell)]));
      expect(byColumn((cell) => told.get(cell))).toEqual(byColumn(({ expected }) => expected));
    });
  });
}
