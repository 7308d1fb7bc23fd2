import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

const OPENING_TAG = /<form\b(?:[^>]|(?<==)>)*>/g;

/** Rewrites the drawn forms, which the test finds where they are written. */
const isPrerender = (path: string) => path.endsWith('prerender.tsx');

const forms = globSync('web/**/*.tsx', { cwd: inProject('.'), exclude: isPrerender }).flatMap((path) =>
  [...readFileSync(inProject(path), 'utf8').matchAll(OPENING_TAG)].map(([tag]) => ({ path: path.replaceAll('\\', '/'), tag })),
);

describe('a form says what is wrong in the language of the page, not in that of the browser', () => {
  test('many files have one', () => {
    expect(forms.length).toBeGreaterThan(15);
  });

  test.each(forms)('in $path', ({ tag }) => {
    expect(tag).toContain('noValidate');
  });
});

test('no code asks the browser for its sentences', () => {
  const askers = globSync('web/**/*.{ts,tsx}', { cwd: inProject('.') }).filter((path) =>
    /\b(reportValidity|checkValidity|setCustomValidity|validationMessage)\b/.test(readFileSync(inProject(path), 'utf8')),
  );
  expect(askers).toEqual([]);
});
