import { globSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.ts';
import { FEATURE_FLAGS, type FeatureFlags } from '../../../web/session/feature-flags.ts';

vi.mock('../../../web/boot/boot.ts', () => ({ boot: {} }));

/** The groups of feature flags, which depend on the template (docs/product.md, "Feature groups"). */
const GROUPS = [
  'navigation',
  'ui',
  'signup',
  'profileSearch',
  'profileSearchProfile',
  'memberDetails',
  'chat',
  'myProfile',
  'notifications',
  'footer',
];
const ON_IN_CLASSIC = [
  'profileSearch.allCountries',
  'memberDetails.city',
  'memberDetails.startConversation',
  'chat.topBar',
  'chat.emojiButton',
  'myProfile.interests',
  'footer.copyright',
];
const OFF_IN_CLASSIC = [
  'ui.homePathInUserActions',
  'ui.imageDesign',
  'signup.dots',
  'memberDetails.loadInterests',
  'chat.sidebar',
  'myProfile.headerImage',
  'notifications.header',
];
/**
 * Further flags that are on in the classic template: one bar in place of rail and tabs, and "start conversation" in words on cards. The
 * product documentation does not list them.
 */
const FURTHER_ON_IN_CLASSIC = ['navigation.topNavigation', 'profileSearchProfile.startConversationInWords'];

/** The only files that name the template: they pass it to the document, the server, prerendered and stored screens, and the feature flags. */
const FILES_NAMING_TEMPLATE = [
  'web/app/prerender/prerender.tsx',
  'web/app/session-effects/save-screen-snapshot.ts',
  'web/app/shell/shell.tsx',
  'web/boot/boot.ts',
  'web/main.tsx',
  'web/offline/screen-snapshot.ts',
  'web/pwa/service-worker/navigation-strategy.ts',
  'web/session/feature-flags.ts',
];
const TEMPLATE_NAME = /\btemplate\b|['"`](?:social|classic)['"`]/;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

const files = globSync('web/**/*.{ts,tsx}', { cwd: inProject('.'), exclude: ['web/{build,development}/**'] });
const codeOf = (path: string) => readFileSync(inProject(path), 'utf8').replaceAll(COMMENT, '');

const flagsThat = (isWanted: (social: boolean, classic: boolean) => boolean): string[] =>
  Object.entries(FEATURE_FLAGS.social).flatMap(([group, flags]) => {
    const classicFlags: Record<string, boolean> = FEATURE_FLAGS.classic[group as keyof FeatureFlags];
    return Object.entries(flags).flatMap(([name, isOn]) => (isWanted(isOn, classicFlags[name] === true) ? [`${group}.${name}`] : []));
  });

test('the feature flags are in ten groups', () => {
  expect(Object.keys(FEATURE_FLAGS.social)).toEqual(GROUPS);
  expect(Object.keys(FEATURE_FLAGS.classic)).toEqual(GROUPS);
});

test('the classic template turns on and off what is listed, and nothing else', () => {
  expect(flagsThat((social, classic) => classic && !social).toSorted()).toEqual([...ON_IN_CLASSIC, ...FURTHER_ON_IN_CLASSIC].toSorted());
  expect(flagsThat((social, classic) => social && !classic).toSorted()).toEqual(OFF_IN_CLASSIC.toSorted());
  expect(flagsThat((social, classic) => social === classic)).toEqual([]);
});

test('every feature flag is used', () => {
  const used = new Set(
    files.flatMap((path) => [...codeOf(path).matchAll(/useFeatureFlag\('(\w+)', '(\w+)'\)/g)].map((found) => `${found[1]}.${found[2]}`)),
  );
  expect(flagsThat(() => true).filter((name) => !used.has(name))).toEqual([]);
});

test('no other file names the template', () => {
  const naming = files.filter((path) => TEMPLATE_NAME.test(codeOf(path)));
  expect(naming.toSorted()).toEqual(FILES_NAMING_TEMPLATE);
});
