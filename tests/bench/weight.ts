import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import * as v from 'valibot';
import { TEXT_PAGES } from '#contract/pages/page-routes';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { inProject } from '../../scripts/lib/paths.ts';
import { assertCorrect, type ReportLine, report } from './support/report.ts';

/**
 * The size of the first load of a page, compressed by gzip, compared with React and react-dom alone
 * (docs/performance.md, "P1: weight of the first load").
 */
const PAGE = inProject('dist/page');
const FIRST_LOADS = { '/': 'index', '/login': 'login', '/members': 'members', '/chats/{id}': 'chats-chatId' } as const;
const KB = 1000;

const Preloads = v.object({
  pages: v.record(v.string(), v.object({ js: v.array(v.string()), css: v.array(v.string()), texts: v.array(v.string()) })),
});
const { pages } = v.parse(Preloads, JSON.parse(readFileSync(join(PAGE, 'page-preloads.json'), 'utf8')));
const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
const named = (pattern: RegExp) => [...html.matchAll(pattern)].map((found) => found[1] ?? '');
const shell = {
  js: [...named(/<script[^>]+src="([^"]+)"/g), ...named(/rel="modulepreload"[^>]+href="([^"]+)"/g)],
  css: named(/rel="stylesheet"[^>]+href="([^"]+)"/g),
};
const weigh = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(readFileSync(join(PAGE, file))).length, 0) / KB;

async function reactAlone(): Promise<number> {
  const contents = `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.body).render(createElement('p'));
  `;
  const built = await build({
    stdin: { contents, resolveDir: inProject('.') },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return gzipSync(built.outputFiles[0]?.contents ?? '').length / KB;
}

const react = await reactAlone();
assertCorrect(react > 40 && shell.js.length > 0, 'React and the shell are there');
const lines: ReportLine[] = [];
for (const [path, name] of Object.entries(FIRST_LOADS)) {
  const page = pages[name];
  assertCorrect(page !== undefined, `preloads of ${name}`);
  lines.push({ what: `JS ${path}`, ours: weigh([...shell.js, ...(page?.js ?? [])]), limit: react, unit: 'KB', aim: 155 / react });
  lines.push({ what: `CSS ${path}`, ours: weigh([...shell.css, ...(page?.css ?? [])]), limit: null, unit: 'KB', aim: 20 });
}
const ofScreens = Object.entries(pages).map(([name, page]) => ({ name, kb: weigh(page.js.filter((file) => !shell.js.includes(file))) }));
const largest = ofScreens.toSorted((a, b) => b.kb - a.kb)[0] ?? { name: '', kb: 0 };
lines.push({ what: `largest lazy screen (${largest.name})`, ours: largest.kb, limit: null, unit: 'KB', aim: 25 });
for (const locale of SHIPPED_LOCALES) {
  // A page loads the core and the files of its features; a long text is loaded with its own page only.
  const isLong = (name: string) => TEXT_PAGES.some((page) => page === name);
  const weightOf = (names: readonly string[]) =>
    weigh(names.filter((name) => !isLong(name)).map((name) => join('_i18n', locale, `${name}.json`)));
  const heaviest = Object.entries(pages)
    .map(([name, { texts }]) => ({ name, kb: weightOf(texts) }))
    .toSorted((a, b) => b.kb - a.kb)[0] ?? { name: '', kb: 0 };
  lines.push({ what: `locale ${locale}, most at once (${heaviest.name})`, ours: heaviest.kb, limit: null, unit: 'KB', aim: 14 });
}
report('P1 weight of the first load', lines);
