import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openApi } from '../worker/development/openapi.ts';
import { apiReference } from './lib/api-reference/api-reference.ts';
import { apiTypes } from './lib/api-reference/api-types.ts';
import { inProject } from './lib/paths.ts';

/** `npm run openapi`: the files made from the contract, by path: a description for tools, one for readers, and types for a client. */
const FILES = {
  'dist/openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
  'docs/api.md': apiReference(),
  'tests/contract/openapi/api-types.ts': await apiTypes(),
};

for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(dirname(inProject(file)), { recursive: true });
  writeFileSync(inProject(file), text);
  console.log(`${file} written.`);
}
