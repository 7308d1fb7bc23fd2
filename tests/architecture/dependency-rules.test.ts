import { expect, test } from 'vitest';
import { installedTool, runTool } from '../../scripts/lib/process/run-tool.ts';

const cruise = async (...folders: string[]) =>
  runTool(installedTool('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders]);

test('every import goes in an allowed direction', async () => {
  const { code, output } = await cruise('assets', 'cli', 'contract', 'web', 'worker', 'room', 'party', 'db', 'scripts', 'tests');
  expect(output).toMatch(/no dependency violations found \(\d{2,} modules/);
  expect(code).toBe(0);
});
