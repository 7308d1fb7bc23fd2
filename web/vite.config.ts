import react from '@vitejs/plugin-react';
import type { ProxyOptions } from 'vite';
import { defineConfig } from 'vite';
import { ASSET } from './build/asset-name.ts';
import { devPage } from './build/dev-server.ts';
import { emojiTables } from './build/emoji-tables.ts';
import { vonkPage } from './build/page-assets.ts';
import { serviceWorker } from './build/service-worker.ts';
import { leanContract } from './build/strip-contract.ts';
import { leanTexts } from './build/strip-i18next.ts';
import { leanQuery } from './build/strip-query.ts';
import { leanRouter } from './build/strip-router.ts';

const WORKER = process.env.WORKER_URL ?? 'http://localhost:8787';

/** The Worker refuses changes from another origin, and to it the dev server is one. */
const toWorker: ProxyOptions = { target: WORKER, changeOrigin: true };

/** Matches what one of them matches. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/** What a member's pages share, whatever they show, and what those with cards share: a dozen small files would weigh more. */
const OF_MEMBERS = anyOf(
  /web\/platform\/(page-idle|random-id)\.ts/,
  /web\/api\/(cache-update|queries)\.ts/,
  /web\/cards\/(place-name|fictional-label|name-in-text|safety\/block-state)\.tsx?$/,
  /web\/realtime\/(poll-interval|member-events)\.ts/,
  /web\/ui\/(lists\/(animate-rows|focus-added-items)\.ts|menus\/menu\.tsx)/,
  /contract\/(chat|likes)\.ts$/,
);
/** What holds as it was last set: the cards' hearts and a member's own switches, of which the chats have none. */
const INTENTS = /web\/(api\/latest-wins\.ts|session\/member-settings\.ts|features\/profile\/paused-note-slot\.tsx)/;
/** What few members see, and what a card's menu leads to, comes later; pages without cards, too, tell visitors that the site takes nobody new. */
const CARDS =
  /web\/(cards\/([^/]+|cache\/[^/]+|chat\/[^/]+|likes\/(?!like-queue)[^/]+|safety\/member-menu)|ui\/(credits|devices)\/[^/]+|features\/members\/profile\/interest-chips)\.tsx?$|contract\/members\.ts$/;

/** What every form is made of, and neither the search nor the chats begin with. */
const FORMS = /web\/(ui\/(rich-text|forms\/(field|field-frame|failure-note|focus-invalid-field|form-draft))|api\/use-action)\.tsx?$/;

/** What the pages about money share, which nobody else needs, after what they share with others. */
const PAYING = /web\/features\/credits\/(?!.*-screen)/;

/** What index.html names itself is there before anything asks for it. */
const IN_INDEX = /\/(index|react|rolldown-runtime)-[^/]+\.(js|css)$/;

/** The first load lists every file: names in it are as short as they tell something; what several pages share would be called after all of them. */
const fileOf = (name: string, kind: 'js' | 'css') =>
  `assets/${/^(shared~|use)/.test(name) ? 's' : name.replace(/-(screen|dialog|section)$/, '')}-[hash:7].${kind}`;

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [leanContract(), leanQuery(), leanRouter(), leanTexts(), emojiTables(), react(), vonkPage(), serviceWorker(), devPage(WORKER)],
  // web/api holds sources: only what is no source goes to the Worker.
  server: {
    proxy: {
      '^/api/(?!.*\\.ts(\\?|$))': toWorker,
      '/photos/': toWorker,
      '/_dev': toWorker,
      '/icons/': toWorker,
      '/manifest.webmanifest': toWorker,
    },
  },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The strict policy of the page allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => !IN_INDEX.test(file))),
    },
    // Where light-dark() is known, which the tokens are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => fileOf(name, 'js'),
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? fileOf(name.slice(0, -4), 'css') : ASSET),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'members', test: OF_MEMBERS, priority: 2 },
            { name: 'intents', test: INTENTS, priority: 2 },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'dialog', test: /web\/ui\/dialogs\/(dialog|modal-stack)\./, priority: 1 },
            { name: 'cards', test: CARDS, priority: 1 },
            { name: 'paying', test: PAYING, priority: 1, includeDependenciesRecursively: false },
            {
              name: 'shared',
              test: /web\/(?!features\/credits\/)|\/contract\//,
              minShareCount: 2,
              entriesAware: true,
              priority: 0,
            },
          ],
        },
      },
    },
  },
});
