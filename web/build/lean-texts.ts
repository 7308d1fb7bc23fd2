import type { Plugin } from 'vite';
import { type Edit, isNode, nameOf, nodesIn, rewrite, type SyntaxNode } from './syntax.ts';

const LIBRARY = /node_modules\/(react-)?i18next\/dist\/esm?\/.*\.js$/;

const silent = (owner: string, ...names: string[]) => names.map((name) => [`${owner}.${name}`, ''] as const);

/** What i18next can and the page never asks of it, with what it then answers; our texts hold `{{name}}` and plurals, no `$t()`, no formats. */
const UNASKED = new Map([
  ...silent('I18n', 'dir', 'cloneInstance', 'hydrate', 'reloadResources', 'loadLanguages', 'toJSON', 'exists'),
  ...silent('Connector', 'saveMissing', 'reload'),
  ...silent('Translator', 'exists', 'getUsedParamsDetails'),
  ...silent('PluralResolver', 'needsPlural', 'getPluralFormsOfKey', 'getSuffixes'),
  ...silent('ResourceStore', 'addResource', 'addResources', 'removeResourceBundle', 'toJSON'),
  ...silent('Formatter', 'init', 'add', 'addCached'),
  ['Formatter.format', 'return value;'],
  ['Interpolator.nest', 'return str;'],
]);

/** Conditions that never hold here: no plugin but the one that fetches, no language of keys, nobody to tell of a missing key. */
const NEVER = new Set([
  'this.modules.languageDetector',
  'this.modules.i18nFormat',
  "lng?.toLowerCase() === 'cimode'",
  '!objectNotReturned && (usedKey || usedDefault || updateMissing)',
]);

/** Said in debug mode only, which is for development. */
const DEBUG_WORDS = new Set(['warn', 'log', 'deprecate', 'once']);

function isDebugWord(call: unknown): boolean {
  if (!isNode(call) || call.type !== 'CallExpression' || !isNode(call.callee)) return false;
  const { callee } = call;
  if (nameOf(callee) === 'warnOnce') return true;
  const owner = isNode(callee.object) ? nameOf(callee.object.property) : '';
  return owner === 'logger' && DEBUG_WORDS.has(nameOf(callee.property));
}

function* emptied(node: SyntaxNode): Generator<Edit> {
  const members = isNode(node.body) && Array.isArray(node.body.body) ? node.body.body.filter(isNode) : [];
  for (const member of members) {
    const body = UNASKED.get(`${nameOf(node.id)}.${nameOf(member.key)}`);
    const { start, end } = isNode(member.value) && isNode(member.value.body) ? member.value.body : {};
    if (body !== undefined && start !== undefined && end !== undefined) yield { start, end, text: `{${body}}` };
  }
}

function isNever({ type, test, alternate }: SyntaxNode, code: string): boolean {
  return type === 'IfStatement' && !alternate && isNode(test) && NEVER.has(code.slice(test.start, test.end));
}

function* editsOf(program: unknown, code: string): Generator<Edit> {
  for (const node of nodesIn(program)) {
    if (node.type === 'ClassDeclaration') yield* emptied(node);
    const { start = 0, end = 0 } = node;
    const isDebug = node.type === 'ExpressionStatement' && isDebugWord(node.expression);
    if (isDebug || isNever(node, code)) yield { start, end, text: ';' };
  }
}

/** Leaves out of the built page what i18next carries for other sites, about a third of its weight. */
export function leanTexts(): Plugin {
  return {
    name: 'vonk-lean-texts',
    apply: 'build',
    transform: {
      filter: { id: LIBRARY },
      handler(code) {
        return { code: rewrite(code, [...editsOf(this.parse(code), code)]), map: null };
      },
    },
  };
}
