import { writeFileSync } from 'node:fs';
import { openApi } from '../worker/development/openapi.ts';

const FILE = 'dist/openapi.json';

writeFileSync(FILE, `${JSON.stringify(openApi(), null, 2)}\n`);
console.log(`${FILE} written.`);
