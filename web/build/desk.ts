import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** Builds the operators' desk of `web/desk`, served under `/_desk`, into `outDir`. The build of the site does not contain it. */
export async function buildDesk(outDir: string): Promise<void> {
  await build({
    configFile: false,
    mode: 'production',
    root: join(import.meta.dirname, '../desk'),
    base: '/_desk/',
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      // The policy of the desk allows no data: fonts or scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    },
  });
}
