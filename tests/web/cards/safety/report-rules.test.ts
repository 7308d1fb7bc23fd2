import { expect, test } from 'vitest';
import { REPORT_REASONS } from '#contract/safety';
import { preselectsBlock, reportableMessages } from '../../../../web/cards/safety/report-rules.ts';
import { aMessage, idOf, ME } from '../../fixtures.ts';

test('reports of a scam, harassment and somebody too young also block by default', () => {
  expect(REPORT_REASONS.filter(preselectsBlock)).toEqual(['scam', 'underage', 'harassment']);
  expect(preselectsBlock(null)).toBe(false);
});

test('a report may contain only messages of the other, the twenty newest first', () => {
  const thread = Array.from({ length: 60 }, (_, i) => aMessage('a', i + 1, i % 2 === 0 ? {} : { sender_id: ME }));
  const offered = reportableMessages(thread, idOf('marit'));
  expect(offered).toHaveLength(20);
  expect(offered.map(({ seq }) => seq).slice(0, 3)).toEqual([59, 57, 55]);
  expect(offered.every(({ sender_id: id }) => id === idOf('marit'))).toBe(true);
});
