import { join } from 'node:path';
import { buildSync } from 'esbuild';

const SOURCE = join(import.meta.dirname, '../app/prerender/record-early-input.ts');

/** Builds `record-early-input.ts`, the script that runs in the head of the page before all others. */
export function earlyScript(): string {
  const { outputFiles } = buildSync({ entryPoints: [SOURCE], bundle: true, minify: true, format: 'iife', target: 'es2022', write: false });
  return (outputFiles[0]?.text ?? '').trim();
}

/** Puts the script in front of the style sheets: a script behind them would run only after they are loaded. */
export const withEarlyScript = (html: string, code: string): string =>
  html.replace('<title>', () => `<script>${code}</script>\n    <title>`);
