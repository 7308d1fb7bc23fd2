/**
 * An answer that is too long to be held in memory: the pieces of one JSON text, which are sent as they are made. If making one fails, the
 * answer breaks off, so that nobody takes a part for the whole.
 */
export class StreamedJson {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** Pieces of the JSON text of a value. */
export type JsonPieces = AsyncIterable<string>;
const isPieces = (value: unknown): value is JsonPieces => typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** The pieces of an object, one entry a line. A value that is given as pieces is written as they come. */
export async function* objectPieces(entries: Readonly<Record<string, unknown>>): JsonPieces {
  let start = '{\n';
  for (const [key, value] of Object.entries(entries)) {
    yield `${start}${JSON.stringify(key)}: `;
    if (isPieces(value)) yield* value;
    else yield JSON.stringify(value);
    start = ',\n';
  }
  yield '\n}\n';
}

/** The pieces of a list, one entry a line, from pages of its entries. */
export async function* listPieces<Row>(pages: AsyncIterable<readonly Row[]>, entryOf: (row: Row) => unknown): JsonPieces {
  let start = '[\n';
  for await (const page of pages) {
    yield start + page.map((row) => JSON.stringify(entryOf(row))).join(',\n');
    start = ',\n';
  }
  yield start.startsWith('[') ? '[]' : '\n]';
}

/**
 * The pages of a list from its first one on, empty ones left out. `next` reads the page behind a row; it is called while `hasMore` holds
 * for the page before.
 */
export async function* pagesFrom<Row>(
  first: readonly Row[],
  hasMore: (page: readonly Row[]) => boolean,
  next: (last: Row) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  for (let page = first; ; ) {
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (!hasMore(page)) return;
    page = await next(last);
  }
}
