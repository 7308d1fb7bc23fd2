import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const SOURCE = join(import.meta.dirname, '../app/prerender/record-early-input.ts');

interface EarlyScript {
  readonly code: string;
  /** `sha256-…`, as it stands in a content security policy. */
  readonly hash: string;
}

/** Builds `record-early-input.ts`, the script that runs in the head of the page before all others. */
export function earlyScript(): EarlyScript {
  const { outputFiles } = buildSync({ entryPoints: [SOURCE], bundle: true, minify: true, format: 'iife', target: 'es2022', write: false });
  const code = (outputFiles[0]?.text ?? '').trim();
  return { code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` };
}

/** Puts the script in front of the style sheets: a script behind them would run only after they are loaded. */
export const withEarlyScript = (html: string, { code }: EarlyScript): string =>
  html.replace('<title>', () => `<script>${code}</script>\n    <title>`);
