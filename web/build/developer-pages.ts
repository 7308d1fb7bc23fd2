import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { emojiTables } from './emoji-tables.ts';

/** Builds the pages under `/_dev` (`web/development`) beside the page of the site, which knows nothing of them. */
export async function buildDeveloperPages(outDir: string): Promise<void> {
  await build({
    configFile: false,
    mode: 'production',
    root: join(import.meta.dirname, '../development'),
    base: '/_dev/',
    logLevel: 'warn',
    publicDir: false,
    plugins: [emojiTables(), react()],
    // Their own file apart, everything is shown in one place.
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      chunkSizeWarningLimit: 2000,
    },
  });
}
