import type { Plugin } from 'vite';
import { type Edit, isNode, nameOf, nodesIn, rewrite, type SyntaxNode } from './syntax.ts';

const LIBRARY = /node_modules\/(react-)?i18next\/dist\/esm?\/.*\.js$/;

const silent = (owner: string, ...names: string[]) => names.map((name) => [`${owner}.${name}`, ''] as const);

/** The text of a key, or of `namespace:key`, in the form its count asks for; a key without a text is shown itself. */
const TRANSLATE = `
  const [name, named] = keys.split(':').reverse();
  const lng = o?.lng || this.language;
  const forms = typeof o?.count === 'number' ? [this.pluralResolver.getSuffix(lng, o.count), '', '_other'] : [''];
  const texts = [].concat(named || o?.ns || this.options.defaultNS).flatMap((ns) => forms.map((form) => this.getResource(lng, ns, name + form)));
  return this.interpolator.interpolate(texts.find((text) => text && isString(text)) || name, { ...o });
`;

/**
 * What i18next can and the page never asks of it, with what it then answers: our texts hold `{{name}}` and plurals, no `$t()`, no formats; keys are
 * words, languages two letters, and none stands in for another. A test holds it beside the whole library.
 */
const UNASKED = new Map([
  ...silent('I18n', 'dir', 'cloneInstance', 'hydrate', 'reloadResources', 'loadLanguages', 'toJSON', 'exists'),
  ...silent('Connector', 'saveMissing', 'reload'),
  ...silent('Translator', 'exists', 'extractFromKey', 'resolve', 'extendTranslation', 'getUsedParamsDetails'),
  ...silent('PluralResolver', 'needsPlural', 'getPluralFormsOfKey', 'getSuffixes'),
  ...silent('ResourceStore', 'addResource', 'addResources', 'removeResourceBundle', 'toJSON'),
  ...silent('Formatter', 'init', 'add', 'addCached'),
  ...silent('LanguageUtil', 'getScriptPartFromCode', 'formatUncached'),
  ...silent('Interpolator', 'init', 'reset', 'resetRegExp'),
  ['Formatter.format', 'return value;'],
  ['Interpolator.nest', 'return str;'],
  [
    'Interpolator.interpolate',
    'return str.replace(/{{(\\w+)}}/g, (gap, name) => (Object.hasOwn(data, name) ? makeString(data[name]) : gap));',
  ],
  ['LanguageUtil.formatLanguageCode', 'return code;'],
  ['LanguageUtil.getLanguagePartFromCode', 'return code;'],
  ['LanguageUtil.isSupportedCode', 'return true;'],
  ['LanguageUtil.getBestMatchFromCodes', 'return codes?.[0];'],
  ['LanguageUtil.getFallbackCodes', 'return [];'],
  ['LanguageUtil.toResolveHierarchy', 'return code ? [code] : [];'],
  ['ResourceStore.getResource', "return getPath(this.data, [lng, ns].concat(key ? key.split('.') : []));"],
  ['PluralResolver.getRule', 'return (this.pluralRulesCache[code] ??= new Intl.PluralRules(code));'],
  ['PluralResolver.getSuffix', "return '_' + this.getRule(code).select(count);"],
  ['Translator.translate', TRANSLATE],
  ['I18n.getFixedT', 'return Object.assign((key, o) => this.t(key, { ...o, lng: o?.lng || lng, ns: o?.ns || ns }), { lng, ns });'],
  ['keysFromSelector', ''],
]);

/** Conditions that never hold here: no plugin but the one that fetches. */
const NEVER = new Set([
  'this.modules.languageDetector',
  'this.modules.i18nFormat',
  '!lng && this.services.languageDetector && !this.services.languageDetector.async',
  '!lng && this.services.languageDetector && this.services.languageDetector.async',
  '!module',
  '!module.type',
  "module.type === 'logger' || module.log && module.warn && module.error",
  ...['languageDetector', 'i18nFormat', 'postProcessor', 'formatter'].map((kind) => `module.type === '${kind}'`),
  'this.i18nFormat?.getResource',
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

function* emptied(name: string, { body: block }: SyntaxNode): Generator<Edit> {
  const body = UNASKED.get(name);
  const { start, end } = isNode(block) ? block : {};
  if (body !== undefined && start !== undefined && end !== undefined) yield { start, end, text: `{${body}}` };
}

function* emptiedMembers(node: SyntaxNode): Generator<Edit> {
  const members = isNode(node.body) && Array.isArray(node.body.body) ? node.body.body.filter(isNode) : [];
  for (const { key, value } of members) if (isNode(value)) yield* emptied(`${nameOf(node.id)}.${nameOf(key)}`, value);
}

const isNever = ({ type, test }: SyntaxNode, code: string): boolean =>
  type === 'IfStatement' && isNode(test) && NEVER.has(code.slice(test.start, test.end));

/** Of a condition that never holds its other branch is left. */
const branchTaken = ({ start = 0, end = 0, alternate }: SyntaxNode): Edit =>
  isNode(alternate) ? { start, end: alternate.start ?? end, text: '' } : { start, end, text: ';' };

function* editsOf(program: unknown, code: string): Generator<Edit> {
  for (const node of nodesIn(program)) {
    if (node.type === 'ClassDeclaration') yield* emptiedMembers(node);
    if (node.type === 'FunctionDeclaration') yield* emptied(nameOf(node.id), node);
    const { start = 0, end = 0 } = node;
    if (node.type === 'ExpressionStatement' && isDebugWord(node.expression)) yield { start, end, text: ';' };
    if (isNever(node, code)) yield branchTaken(node);
  }
}

/** The code of i18next or react-i18next, and what it is made of, without what the page never asks. */
export const leanTextsOf = (code: string, program: unknown): string => rewrite(code, [...editsOf(program, code)]);

/** Leaves out of the built page what i18next carries for other sites, about two thirds of its weight. */
export function leanTexts(): Plugin {
  return {
    name: 'vonk-lean-texts',
    apply: 'build',
    transform: {
      filter: { id: LIBRARY },
      handler(code) {
        return { code: leanTextsOf(code, this.parse(code)), map: null };
      },
    },
  };
}
