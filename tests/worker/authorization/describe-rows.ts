import { beforeAll, describe, expect, test } from 'vitest';
import { type AccessRow, type Cell, type Column, cellsOf, ROLES, type Role, type RowKind } from './access-columns.ts';

/** The rows of one table, by name, with the kind of each. */
export interface AccessTable {
  readonly rows: Readonly<Record<string, AccessRow>>;
  kindOf(name: string): RowKind;
}

/** The cells of a table. */
export const cellsIn = ({ rows, kindOf }: AccessTable): Cell[] => Object.entries(rows).flatMap(([name, row]) => cellsOf(row, kindOf(name)));

/** Tests the rows of a table of what is only read. `ask` gives what a role gets in a column, in the words of the table. */
export function describeRows(table: AccessTable, ask: (name: string, role: Role, column: Column) => Promise<string>): void {
  describe.each(Object.entries(table.rows))('%s', (name, row) => {
    const cells = cellsOf(row, table.kindOf(name));
    const told = new Map<Cell, string>();
    // One caller asks one thing after the other; the callers do not wait for each other.
    beforeAll(async () => {
      await Promise.all(
        ROLES.map(async (role) => {
          for (const cell of cells) if (cell.role === role) told.set(cell, await ask(name, role, cell.column));
        }),
      );
    });

    test.each(ROLES)('as %s', (role) => {
      const own = cells.filter((cell) => cell.role === role);
      const byColumn = (of: (cell: Cell) => string | undefined) => Object.fromEntries(own.map((cell) => [cell.column, of(cell)]));
      expect(byColumn((cell) => told.get(cell))).toEqual(byColumn(({ expected }) => expected));
    });
  });
}
