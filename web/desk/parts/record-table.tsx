import type { ReactNode } from 'react';

interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  readonly isNumber?: true;
  /** A button speaks for itself: its title is for screen readers only. */
  readonly isAction?: true;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table; on a phone each row becomes a block whose cells carry the titles of their columns. */
export function RecordTable<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table className="desk-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, isNumber, isAction }) => (
            <th key={key} scope="col" className={isNumber ? 'desk-number' : undefined}>
              {isAction ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ key, title, cell, isNumber, isAction }) => (
              <td key={key} data-title={isAction ? '' : title} className={isNumber ? 'desk-number' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
