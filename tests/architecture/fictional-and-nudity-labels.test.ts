import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

/** Components that show a photo or a name of a member. */
const SHOWS_SOMEBODY = /<(Avatar|Photo|MemberPhoto|NameAge|CutNameAge)\b/;
/** Code that labels fictional profiles: the component, or texts that depend on the flag. */
const SAYS_FICTIONAL = /<FictionalLabel\b|is_fictional|isFictional/;

/** Files without a label, with the reason. */
const NO_LABEL: Readonly<Record<string, string>> = {
  'web/app/shell/rail.tsx': 'shows only the own profile',
  'web/app/shell/top-navigation.tsx': 'shows only the own profile',
  'web/features/profile/profile-head.tsx': 'shows only the own profile',
  'web/features/photos/photo-grid.tsx': 'shows only the own profile',
  'web/features/photos/photo-dialog.tsx': 'shows only the own profile',
  'web/features/photos/first-photo.tsx': 'shows only the own profile',
  'web/features/signup/activation-mail/progress-ring.tsx': 'shows only the own profile',
  'web/features/members/profile/letter.tsx': 'stands beside the note of the member page',
  'web/cards/quotes/quote-block.tsx': 'stands beside the name of whose photo it shows',
  'web/landers/member-landing/featured-member-photo.tsx': 'stands beside the name and its label',
  'web/cards/member-photo.tsx': 'stands in a card',
  'web/ui/images/avatar.tsx': 'stands beside a name',
};

const files = globSync('web/**/*.tsx', { cwd: inProject('.') }).map((path) => path.replaceAll('\\', '/'));
const textOf = (path: string) => readFileSync(inProject(path), 'utf8');
const showing = files.filter((path) => SHOWS_SOMEBODY.test(textOf(path)));

describe('a fictional profile is labelled', () => {
  test('in many files, and each exception is a file that shows a member', () => {
    expect(showing.length).toBeGreaterThan(12);
    expect(Object.keys(NO_LABEL).filter((path) => !showing.includes(path))).toEqual([]);
  });

  test.each(showing.filter((path) => !(path in NO_LABEL)))('in %s', (path) => {
    expect(textOf(path)).toMatch(SAYS_FICTIONAL);
  });

  test('in the toast of a match, in titles and in lists of names', () => {
    for (const path of [
      'web/app/session-effects/session-effects.ts',
      'web/features/members/profile/member-screen.tsx',
      'web/features/chat/thread/thread.tsx',
    ])
      expect(textOf(path)).toMatch(SAYS_FICTIONAL);
  });
});

describe('nudity', () => {
  test('is blurred by one component, and unblurred only on request of the reader and for own photos', () => {
    const drawn = files.filter((path) => /<img\b/.test(textOf(path)));
    const unblurred = files.filter((path) => /isUnblurred/.test(textOf(path)));
    expect(drawn).toContain('web/ui/images/photo.tsx');
    expect(unblurred.toSorted()).toEqual([
      'web/features/members/gallery/photo-viewer.tsx',
      'web/features/members/profile/letter.tsx',
      'web/features/photos/first-photo.tsx',
      'web/features/photos/photo-dialog.tsx',
      'web/ui/images/photo.tsx',
    ]);
  });
});
