import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { emojiTables } from './emoji-tables.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * The name pattern of built files that are not scripts. The build of the page has the same, because the shells link to files that only it
 * emits.
 */
export const ASSET_FILE_NAMES = 'assets/[name]-[hash:7][extname]';

/** Builds the page a second time, into `outDir`, as a module that renders the shells without a browser (used by `prerender-shells.ts`). */
export async function buildPrerenderBundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    mode: 'production',
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [emojiTables(), react()],
    ssr: { noExternal: true },
    build: {
      ssr: join(ROOT, 'app/prerender/prerender.tsx'),
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { assetFileNames: ASSET_FILE_NAMES } },
    },
  });
}
