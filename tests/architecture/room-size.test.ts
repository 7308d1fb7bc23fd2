import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/support/paths.ts';

const MOST_LINES = 450;
const COMMENT_OR_BLANK = /^\s*(?:\/\/.*|\/?\*.*)?$/;

test('the rooms stay small enough to be read in one sitting', () => {
  const files = globSync('{room,party}/**/*.ts', { cwd: inProject('.') });
  const code = files.flatMap((file) =>
    readFileSync(inProject(file), 'utf8')
      .split('\n')
      .filter((line) => !COMMENT_OR_BLANK.test(line)),
  );
  expect(code.length).toBeGreaterThan(0);
  expect(code.length).toBeLessThanOrEqual(MOST_LINES);
});
