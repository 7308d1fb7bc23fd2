import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import { SHIPPED_LOCALES } from '../../contract/primitives.ts';

const { resolve } = createRequire(import.meta.url);
const MODULE_ID = 'virtual:emoji-urls';
/** The group of skin tones and hair, which are no emoji by themselves. */
const COMPONENT_GROUP = 2;
const SKIN_TONES = ['\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'];

interface Skin {
  readonly emoji: string;
  readonly tone: number | readonly number[];
}
interface Entry {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly version: number;
  readonly skins?: readonly Skin[];
}

/** An emoji as the picker reads it. `version` is the Emoji version that introduced it, `tags` are search words, `skins` run from light to dark (1: see `skinsOf`). */
type Row = readonly [emoji: string, group: number, version: number, label: string, tags: string, skins?: readonly string[] | 1];

/** The five skins of an emoji: 1 if each is the emoji with the tone behind its first code point, otherwise a list; undefined if it has no five. */
function skinsOf({ emoji, skins = [] }: Entry): readonly string[] | 1 | undefined {
  const found = SKIN_TONES.map((_, i) => skins.find(({ tone }) => tone === i + 1)?.emoji ?? '');
  if (found.some((skin) => skin === '')) return undefined;
  const [first = '', ...rest] = [...emoji];
  const byRule = SKIN_TONES.map((tone) => `${first}${tone}${rest.join('').replace(/^\ufe0f/, '')}`);
  return byRule.every((skin, i) => skin === found[i]) ? 1 : found;
}

function emojiTable(locale: string): string {
  const entries: Entry[] = JSON.parse(readFileSync(resolve(`emojibase-data/${locale}/data.json`), 'utf8'));
  const rows = entries.flatMap((entry): Row[] => {
    const { emoji, group, version, label, tags = [] } = entry;
    if (group === undefined || group === COMPONENT_GROUP) return [];
    const skins = skinsOf(entry);
    return [skins ? [emoji, group, version, label, tags.join(' '), skins] : [emoji, group, version, label, tags.join(' ')]];
  });
  return JSON.stringify(rows);
}

const fileNameOf = (locale: string, source: string) =>
  `assets/emoji-${locale}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.json`;

/** Emits one emoji table for each shipped locale, with a content hash in its name. The module `virtual:emoji-urls` exports their paths by locale. */
export function emojiTables(): Plugin {
  const files = new Map(
    SHIPPED_LOCALES.map((locale) => {
      const source = emojiTable(locale);
      return [locale, { fileName: fileNameOf(locale, source), source }] as const;
    }),
  );
  return {
    name: 'vonk-emoji-tables',
    resolveId: { filter: { id: /^virtual:emoji-urls$/ }, handler: () => `\0${MODULE_ID}` },
    load: {
      filter: { id: /^\0virtual:emoji-urls$/ },
      handler: () => {
        const urls = Object.fromEntries([...files].map(([locale, { fileName }]) => [locale, `/${fileName}`]));
        return `export const EMOJI_URLS = ${JSON.stringify(urls)};`;
      },
    },
    generateBundle() {
      for (const { fileName, source } of files.values()) this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = [...files.values()].find(({ fileName }) => request.url === `/${fileName}`);
        if (!file) return next();
        response.setHeader('content-type', 'application/json').end(file.source);
      });
    },
  };
}
