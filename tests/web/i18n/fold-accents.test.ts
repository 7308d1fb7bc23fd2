import { expect, test } from 'vitest';
import { foldAccents } from '../../../web/i18n/fold-accents.ts';

test.each([
  ['Zoë', 'zoe'],
  ['ŁÓDŹ', 'łodz'],
  ['I’m learning', "i'm learning"],
  ['jʼattends', "j'attends"],
  ['', ''],
])('%s is searched as %s', (text, folded) => {
  expect(foldAccents(text)).toBe(folded);
});
