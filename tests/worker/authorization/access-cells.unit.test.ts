import { expect, test } from 'vitest';
import { ACCESS } from './access-matrix.ts';
import { cellsIn } from './describe-rows.ts';
import { rowKindOf } from './endpoint-calls.ts';
import { FILE_ACCESS } from './file-access.ts';
import { NEWS_MAIL_ACCESS } from './mail-access.ts';
import { countMailCells } from './mail-kinds.ts';
import { PAGE_ACCESS } from './page-access.ts';
import { PUSH_ACCESS } from './push-access.ts';
import { ROOM_EVENTS } from './room-events.ts';
import { ROOM_FRAMES } from './room-frames.ts';

const TABLES = [{ rows: ACCESS, kindOf: rowKindOf }, PAGE_ACCESS, FILE_ACCESS, ROOM_EVENTS, ROOM_FRAMES, PUSH_ACCESS, NEWS_MAIL_ACCESS];
const count = TABLES.flatMap(cellsIn).length + countMailCells();

const total = `the access table has ${count.toLocaleString('en')} cells`;

test(total, () => {
  // A run that succeeds prints the names of no tests.
  process.stdout.write(`${total}\n`);
  expect(count).toBeGreaterThanOrEqual(1500);
});
