import react from '@vitejs/plugin-react';
import type { ProxyOptions } from 'vite';
import { defineConfig } from 'vite';
import { devServer } from './build/dev-server.ts';
import { emojiTables } from './build/emoji-tables.ts';
import { pageAssets } from './build/page-assets.ts';
import { ASSET_FILE_NAMES } from './build/prerender-bundle.ts';
import { serviceWorker } from './build/service-worker.ts';

const WORKER = process.env.WORKER_URL ?? 'http://localhost:8787';

/** The Worker refuses changes from another origin, and to it the dev server is one. */
const toWorker: ProxyOptions = { target: WORKER, changeOrigin: true };

/** Matches what one of them matches. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}

/**
 * The files of these groups would each become a chunk of their own, as a different set of pages uses each: the first load of /members would be
 * 25 files and 4 KB more instead of 11 (docs/performance.md, "P1: weight of the first load"). This one is of lists of members and chats.
 */
const LISTS = anyOf(
  /web\/platform\/page-idle\.ts/,
  /node_modules\/@tanstack\/[\w-]+\/.*infiniteQuery/i,
  /web\/ui\/lists\/(animate-rows|focus-added-items)\.ts/,
);
/** What those lists and a conversation share. */
const MEMBER_PARTS = anyOf(
  /web\/api\/(cache-update|profile\/catalogue-queries)\.ts/,
  /web\/cards\/(place-name|fictional-label|name-in-text)\.tsx?$/,
  /web\/ui\/menus\/menu\.tsx/,
  /contract\/quotes\.ts$/,
);
/** What the chats and the live updates share. */
const CHAT_DATA = anyOf(
  /web\/(platform\/(random-id|locks|storage-timeout)|offline\/write-ahead)\.ts/,
  /web\/api\/(chat\/(cached-chats|chats-query)|profile\/profile-query)\.ts/,
  /web\/cards\/(safety\/block-state|quotes\/(draft-quotes|quote-block|quote-words))\.tsx?$/,
  /web\/features\/chat\/(composer\/message-length|conversation\/(last-chat|chat-name))\.ts$/,
  /web\/realtime\/(poll-interval|member-events)\.ts/,
  /contract\/chat\.ts$/,
);
/** What both pages of the chat begin with. */
const CHAT = /web\/features\/chat\/(chats|chat-modules|conversation\/chat-menu|engine\/member-chat)\.tsx?$/;
/** Lists of members and the chat list need these, a conversation does not. */
const LIKES_DATA = /contract\/likes\.ts$/;
/** Pages with cards need all of these. What few members see, and what a card's menu opens, is loaded later. */
const CARDS =
  /web\/(cards\/([^/]+|cache\/[^/]+|chat\/(?!request-conversation)[^/]+|likes\/(?!like-queue)[^/]+|safety\/member-menu)|ui\/credits\/[^/]+)\.tsx?$|contract\/members\.ts$/;
/** Without this group these files fall into the chunk of the profile settings, and /profile is 30 KB instead of 24. */
const LATEST_WINS = /web\/(api\/latest-wins\.ts|session\/member-settings\.ts|features\/profile\/paused-note-slot\.tsx)/;

/** Chunks that index.html loads itself; no other chunk needs to preload them. */
const IN_INDEX = /\/(index|react|rolldown-runtime)-[^/]+\.(js|css)$/;

/** Chunks of several pages would be named after all of them, and every page lists the files of its first load: such names are cut to `s`. */
const fileOf = (name: string, kind: 'js' | 'css') =>
  `assets/${/^(shared~|use)/.test(name) ? 's' : name.replace(/-(screen|dialog|section)$/, '')}-[hash:7].${kind}`;

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [emojiTables(), react(), pageAssets(), serviceWorker(), devServer(WORKER)],
  // web/api holds sources: only what is no source goes to the Worker.
  server: {
    proxy: {
      '^/api/(?!.*\\.ts(\\?|$))': toWorker,
      '/photos/': toWorker,
      '/parties/': { ...toWorker, ws: true },
      '/_dev': toWorker,
      '/icons/': toWorker,
      '/manifest.webmanifest': toWorker,
      '/robots.txt': toWorker,
    },
  },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The strict policy of the page allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    manifest: true,
    // Chunks name each other by ids that an import map in index.html resolves, so that a change of one does not rename all that load it.
    chunkImportMap: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : files.filter((file) => !IN_INDEX.test(file))),
    },
    // Where light-dark() is known, which the tokens are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => fileOf(name, 'js'),
        assetFileNames: ({ names: [name = ''] }) => (name.endsWith('.css') ? fileOf(name.slice(0, -4), 'css') : ASSET_FILE_NAMES),
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'lists', test: LISTS, priority: 2 },
            { name: 'member-parts', test: MEMBER_PARTS, priority: 2 },
            { name: 'chat-data', test: CHAT_DATA, priority: 2 },
            { name: 'chat', test: CHAT, priority: 1 },
            { name: 'likes-data', test: LIKES_DATA, priority: 1 },
            { name: 'latest-wins', test: LATEST_WINS, priority: 2 },
            { name: 'cards', test: CARDS, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, priority: 0 },
          ],
        },
      },
    },
  },
});
