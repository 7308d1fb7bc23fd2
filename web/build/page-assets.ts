import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { textsOf } from '../app/routes/page-texts.ts';
import { buildHash } from './build-hash.ts';
import { earlyScript, withEarlyScript } from './early-input-script.ts';
import { localeFile, localeFiles } from './locale-files.ts';
import { pagePreloads } from './page-preloads.ts';
import { isTextPage } from './text-pages.ts';

/**
 * Content of `_headers`, the format of the static host: built files never change, because their names hold a hash of their content. Requests
 * for files that do not exist are answered by the Worker.
 */
const HEADERS = '/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n  X-Content-Type-Options: nosniff\n';

const ICONS_FOLDER = join(import.meta.dirname, '../../assets/icons');

/** The files served under /icons/: pictures of the installed app. Their names hold no hash, because the manifest refers to them. */
function appIcons(): { fileName: string; source: Buffer }[] {
  return globSync('**/*.{png,webp,jpg}', { cwd: ICONS_FOLDER }).map((path) => ({
    fileName: `icons/${path.replaceAll('\\', '/')}`,
    source: readFileSync(join(ICONS_FOLDER, path)),
  }));
}

const INLINE_SCRIPT = /<script(?: type="(?:importmap|speculationrules)")?>([\s\S]*?)<\/script>/g;

/** The hashes of the scripts that stand in a finished page, as a content security policy names them (`sha256-…`). */
function inlineScriptHashes(bundle: Rolldown.OutputBundle, fileName: string): string[] {
  const page = bundle[fileName];
  if (page?.type !== 'asset') throw new Error(`the bundle has no ${fileName}`);
  return [...String(page.source).matchAll(INLINE_SCRIPT)].map(
    ([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
  );
}

/**
 * The page with its scripts at low priority: the shell is painted without them, and its styles, fonts and largest picture come first on a
 * line that all of them share.
 */
const loadingScriptsLast = (html: string): string =>
  html.replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');

/**
 * Adds to the built page what the Worker serves or reads: `_headers`, locale files, icons, and `page-preloads.json` with the preloads of every
 * page, the build hash and the hashes of the scripts in `index.html`. The build hash also stands in `index.html` (`data-build`).
 */
export function pageAssets(): Plugin {
  const build = buildHash();
  const script = earlyScript();
  return {
    name: 'vonk-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => withEarlyScript(loadingScriptsLast(html).replace('<html ', `<html data-build="${build}" `), script),
    },
    generateBundle: {
      // After vite has removed the chunks that held nothing but styles.
      order: 'post',
      handler(_options, bundle) {
        for (const { locale, name } of localeFiles()) {
          this.emitFile({ type: 'asset', fileName: `_i18n/${locale}/${name}.json`, source: localeFile(locale, name) });
        }
        this.emitFile({ type: 'asset', fileName: '_headers', source: HEADERS });
        for (const icon of appIcons()) this.emitFile({ type: 'asset', ...icon });
        const preloads = pagePreloads(bundle, build, (name) => (isTextPage(name) ? [...textsOf(name), name] : textsOf(name)));
        this.emitFile({
          type: 'asset',
          fileName: 'page-preloads.json',
          source: JSON.stringify({ ...preloads, inline_scripts: inlineScriptHashes(bundle, 'index.html') }),
        });
        // It stands in index.html.
        delete bundle['importmap.json'];
      },
    },
  };
}
