import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { apiReference } from '../../../scripts/lib/api-reference/api-reference.ts';
import { apiTypes } from '../../../scripts/lib/api-reference/api-types.ts';
import { inProject } from '../../../scripts/lib/paths.ts';
import { openApi } from '../../../worker/development/openapi.ts';

const read = (file: string) => readFileSync(inProject(file), 'utf8');

test('the OpenAPI description passes the recommended rules of Redocly', async () => {
  const problems = await lintFromString({
    source: JSON.stringify(openApi()),
    config: await createConfig({ extends: ['recommended'] }),
  });
  expect(problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  // Three calls answer by a redirect alone.
  const warnings = problems.filter(({ severity }) => severity === 'warn').map(({ ruleId }) => ruleId);
  expect(warnings).toEqual(['operation-2xx-response', 'operation-2xx-response', 'operation-2xx-response']);
});

test('`npm run openapi` would write docs/api.md and the types of a client as they are', async () => {
  expect(read('docs/api.md')).toBe(apiReference());
  expect(read('tests/contract/openapi/api-types.ts')).toBe(await apiTypes());
});
