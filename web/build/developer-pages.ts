import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { emojiTables } from './emoji-tables.ts';

/** Builds the developer pages of `web/development`, served under `/_dev`, into `outDir`. The build of the site does not contain them. */
export async function buildDeveloperPages(outDir: string): Promise<void> {
  await build({
    configFile: false,
    mode: 'production',
    root: join(import.meta.dirname, '../development'),
    base: '/_dev/',
    logLevel: 'warn',
    publicDir: false,
    plugins: [emojiTables(), react()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // All developer pages share one script.
      chunkSizeWarningLimit: 2000,
    },
  });
}
