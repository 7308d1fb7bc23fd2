import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { StoredEvent, TransientEvent } from '#contract/realtime';
import { inProject } from '../../scripts/lib/paths.ts';

const FOLDERS = '{assets,cli,contract,web,worker,room,party,db,scripts,tests}';
const files = (patterns: string | readonly string[]) => globSync(patterns, { cwd: inProject('.') }).toSorted();

const code = files([`${FOLDERS}/**/*.{ts,tsx,mjs,cjs,css,html}`, '*.{ts,cjs,toml}', '.*.cjs']);
const documents = files(['docs/**/*.md', '*.md']);
const named = new Set(files([`${FOLDERS}/**/*`, '*', '.*', 'docs/**/*.md']));

/** Only after a blank: comment markers in strings, such as those of addresses and globs, are not comments. */
const COMMENT = /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*)|<!--[\s\S]*?-->/gm;
const TOML_COMMENT = /#.*/g;
/** Replaces line breaks by blanks, so that a reference may span two lines. */
const onOneLine = (text: string) => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, ' ');

interface Source {
  readonly path: string;
  readonly text: string;
}
const read = (path: string): Source => ({ path, text: readFileSync(inProject(path), 'utf8') });

/** All comments of a file as one text, because a sentence may span several line comments. */
const comments: readonly Source[] = code.map(read).flatMap(({ path, text }) => {
  const found = text.match(path.endsWith('.toml') ? TOML_COMMENT : COMMENT) ?? [];
  return found.length === 0 ? [] : [{ path, text: onOneLine(found.join('\n')) }];
});
const sources: readonly Source[] = [...comments, ...documents.map(read).map(({ path, text }) => ({ path, text: onOneLine(text) }))];

/** The group `heading` is undefined if a document is named without one. */
const REFERENCE = /(?<![\w./-])(?<document>docs\/[\w./-]*\w)(?:, "(?<heading>[^"]+)")?/g;
const LINK = /\]\((?!https?:)(?<target>[\w./-]+\.md)\)(?:, "(?<heading>[^"]+)")?/g;

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
/** The path in the project of a link in a document. */
const resolved = (from: string, target: string) => new URL(target, `file:///${folderOf(from)}`).pathname.slice(1);

const references = sources.flatMap(({ path, text }) => [
  ...[...text.matchAll(REFERENCE)].map(({ groups }) => ({ path, document: groups?.document ?? '', heading: groups?.heading })),
  ...(path.endsWith('.md')
    ? [...text.matchAll(LINK)].map(({ groups }) => ({ path, document: resolved(path, groups?.target ?? ''), heading: groups?.heading }))
    : []),
]);
const withHeading = references.filter(({ heading }) => heading !== undefined);

const folders = new Set(documents.flatMap((path) => [folderOf(path), folderOf(path).slice(0, -1)]));
const headings = new Map(
  documents.map((path) => [path, new Set([...read(path).text.matchAll(/^#+ (.+)$/gm)].map((found) => found[1]?.trim()))]),
);

test('references to documents are found in comments and in documents', () => {
  expect(comments.length).toBeGreaterThan(1000);
  expect(references.filter(({ path }) => !path.endsWith('.md')).length).toBeGreaterThan(150);
  expect(references.filter(({ path }) => path.endsWith('.md')).length).toBeGreaterThan(50);
  expect(withHeading.length).toBeGreaterThan(150);
});

test('every document that is named exists', () => {
  expect(references.filter(({ document }) => !named.has(document) && !folders.has(document))).toEqual([]);
});

test('every heading that is named stands in its document', () => {
  expect(withHeading.filter(({ document, heading }) => !headings.get(document)?.has(heading))).toEqual([]);
});

test('a comment that names the rules of the product names a heading', () => {
  const whole = references.filter(({ path, document, heading }) => !path.endsWith('.md') && document === 'docs/product.md' && !heading);
  expect(whole).toEqual([]);
});

test('no heading that is named stands twice in its document', () => {
  const asked = new Set(withHeading.map(({ document, heading }) => `${document}, "${heading}"`));
  const all = documents.flatMap((path) =>
    [...read(path).text.matchAll(/^#+ (.+)$/gm)].map((found) => `${path}, "${found[1]?.trim()}"`).filter((one) => asked.has(one)),
  );
  expect(all.filter((one, i) => all.indexOf(one) !== i)).toEqual([]);
});

/** Words that refer to documents outside of the project. A document of `docs/` is named with its folder. */
const OUTSIDE = [
  /\b[Ss]pecification\b/,
  /\btoolchain\b/,
  /(?<!docs\/)\b(?:api|architecture|house|look|models|product|quality)\.md\b/,
  /\b(?:api|architecture|quality|README(?:\.md)?), ?["A-Z]/,
];

test('no comment refers to a document outside of the project', () => {
  const found = comments.flatMap(({ path, text }) => OUTSIDE.flatMap((word) => word.exec(text)?.map((it) => `${path}: ${it}`) ?? []));
  expect(found).toEqual([]);
});

/** A file name in a comment, alone or with the end of its path. Names with `<name>` or `*` are patterns and not checked. */
const FILE = /(?<![\w./<>*@:-])(?:[\w-]+\/)*[\w.-]*\w\.(?:tsx?|mjs|cjs|css|toml)\b(?![\w/-])/g;

test('every file of code that a comment names exists', () => {
  const all = [...named].map((path) => `/${path}`);
  const asked = comments.flatMap(({ path, text }) => (text.match(FILE) ?? []).map((name) => ({ path, name })));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter(({ name }) => !all.some((one) => one.endsWith(`/${name}`)))).toEqual([]);
});

/** An identifier in backticks that is no plain word, and a constant also without them. */
const IDENTIFIER = /`(?<quoted>[a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)(?:\(\))?`|(?<![\w./-])(?<constant>[A-Z]{2,}(?:_[A-Z]+)+)(?![\w-])/g;
const withoutComments = code.map(read).map(({ text }) => text.replaceAll(COMMENT, ' '));
const words = new Set(withoutComments.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
/** The column that the example of a recipe adds. */
const EXAMPLES = new Set(['hideAge']);
/** Names of other programs and libraries, which documents explain. */
const FOREIGN = new Set([
  ...['CLOUDFLARE_ACCOUNT_ID', 'CLOUDFLARE_API_TOKEN', 'PARTYKIT_LOGIN', 'PARTYKIT_TOKEN', 'includeSubDomains', 'allowScripts'],
  ...['createBrowserRouter'],
]);

test('every identifier that a comment or a document names exists', () => {
  const asked = sources.flatMap(({ path, text }) =>
    [...text.matchAll(IDENTIFIER)].map(({ groups }) => ({ path, name: groups?.quoted ?? groups?.constant ?? '' })),
  );
  expect(asked.length).toBeGreaterThan(200);
  expect(asked.filter(({ name }) => !words.has(name) && !FOREIGN.has(name) && !EXAMPLES.has(name))).toEqual([]);
});

test('the contents of docs/product.md are its chapters and headings, in their order', () => {
  const { text } = read('docs/product.md');
  const contents = onOneLine(text.slice(0, text.indexOf('\n## ')));
  const chapters = text.split(/^## /m).slice(1);
  const entries = chapters.map((chapter) => {
    const [title = ''] = chapter.split('\n');
    const anchor = title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
    const inChapter = [...chapter.matchAll(/^### (.+)$/gm)].map((found) => found[1]);
    const [, number, name] = /^(\d+)\. (.+)$/.exec(title) ?? [];
    return `${number}. [${name}](#${anchor}): ${inChapter.join(' · ')}`;
  });
  expect(contents.slice(contents.indexOf('1. [')).trim()).toBe(entries.join(' '));
});

test('docs/architecture.md describes every event of the contract', () => {
  const { text } = read('docs/architecture.md');
  const section = text.slice(text.indexOf('\n### Events\n'), text.indexOf('\n### The scheduled handler\n'));
  const described = section.split('\n').flatMap((line) => line.split('|')[1]?.match(/(?<=`)[\w.]+(?=`)/g) ?? []);
  const types = [...StoredEvent.options, ...TransientEvent.options].map(({ entries }) => entries.type.literal);
  expect(described.toSorted()).toEqual(types.toSorted());
});

test('every row of a table has as many cells as its head', () => {
  const cells = (row: string) => row.replaceAll('\\|', '').split('|').length;
  const tables = documents.flatMap((path) =>
    [...read(path).text.matchAll(/^\|.*\n\|[-|: ]+\|(?:\n\|.*)*/gm)].map(([table]) => ({ path, rows: table.split('\n') })),
  );
  expect(tables.length).toBeGreaterThan(30);
  const odd = tables.flatMap(({ path, rows: [head = '', ...rows] }) =>
    rows.filter((row) => cells(row) !== cells(head)).map((row) => `${path}: ${row}`),
  );
  expect(odd).toEqual([]);
});
