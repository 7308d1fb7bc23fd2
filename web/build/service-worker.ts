import { join } from 'node:path';
import type { PluginOption, ResolvedConfig } from 'vite';
import { build } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { buildHash } from './build-hash.ts';
import { localeFiles } from './locale-files.ts';

const SERVICE_WORKER_FOLDER = join(import.meta.dirname, '../pwa/service-worker');

/** Files that every start needs. Emoji tables, portraits and locale files are cached when they are requested. */
const PRECACHED = ['index.html', 'assets/*.{js,css,woff2,svg}'];

const localeFileNames = (): string[] => [...new Set(localeFiles().map(({ name }) => name))];

/** Builds the code that handles pushes, as a file of its own that the service worker imports. */
function pushWorker(): PluginOption {
  let config: ResolvedConfig;
  return {
    name: 'vonk-push-worker',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: async () => {
      await build({
        configFile: false,
        root: config.root,
        logLevel: config.logLevel ?? 'warn',
        publicDir: false,
        build: {
          outDir: config.build.outDir,
          emptyOutDir: false,
          target: config.build.target,
          lib: { entry: join(SERVICE_WORKER_FOLDER, 'sw-push.ts'), name: 'push', formats: ['iife'], fileName: () => 'sw-push.js' },
        },
      });
    },
  };
}

/** Builds /sw.js, with the list of this build's files to cache, and /sw-push.js. The page registers the worker itself, and the Worker serves the manifest. */
export function serviceWorker(): PluginOption[] {
  return [
    pushWorker(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'pwa/service-worker',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: PRECACHED,
        manifestTransforms: [async (entries) => ({ manifest: entries.map((entry) => ({ ...entry, url: `/${entry.url}` })), warnings: [] })],
      },
      integration: {
        configureCustomSWViteBuild: (config) => {
          config.logLevel = 'warn';
          config.define = {
            ...config.define,
            __BUILD__: JSON.stringify(buildHash()),
            __TEXTS__: JSON.stringify(localeFileNames()),
          };
        },
      },
    }),
  ];
}
