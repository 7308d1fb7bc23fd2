import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';

/** Parts that show who somebody is. */
const SHOWS_SOMEBODY = /<(Avatar|Photo|MemberPhoto|NameAge|CutNameAge)\b/;
/** Ways to say that they are fictional: the label, or words chosen by the flag. */
const SAYS_FICTIONAL = /<FictionalLabel\b|is_fictional|isFictional/;

/** What shows only oneself, or stands inside a part that says it. */
const NO_LABEL: Readonly<Record<string, string>> = {
  'web/app/shell/rail.tsx': 'oneself',
  'web/app/shell/top-navigation.tsx': 'oneself',
  'web/features/profile/profile-head.tsx': 'oneself',
  'web/features/photos/photo-grid.tsx': 'oneself',
  'web/features/photos/photo-dialog.tsx': 'oneself',
  'web/features/photos/first-photo.tsx': 'oneself',
  'web/features/signup/activation-mail/progress-ring.tsx': 'oneself',
  'web/features/members/gallery/gallery.tsx': 'stands beside the note of the member page',
  'web/landers/member-landing/featured-member-photo.tsx': 'stands beside the name and its label',
  'web/cards/member-photo.tsx': 'stands in a card',
  'web/ui/images/avatar.tsx': 'stands beside a name',
};

const files = globSync('web/**/*.tsx', { cwd: inProject('.') }).map((path) => path.replaceAll('\\', '/'));
const textOf = (path: string) => readFileSync(inProject(path), 'utf8');
const showing = files.filter((path) => SHOWS_SOMEBODY.test(textOf(path)));

describe('a fictional profile is called so', () => {
  test('there are surfaces to look at, and no exception without one', () => {
    expect(showing.length).toBeGreaterThan(12);
    expect(Object.keys(NO_LABEL).filter((path) => !showing.includes(path))).toEqual([]);
  });

  test.each(showing.filter((path) => !(path in NO_LABEL)))('by %s', (path) => {
    expect(textOf(path)).toMatch(SAYS_FICTIONAL);
  });

  test('by the toast of a match, in titles and in lists of names', () => {
    for (const path of [
      'web/app/session-effects/session-effects.ts',
      'web/features/members/profile/member-screen.tsx',
      'web/features/chat/thread/thread.tsx',
    ])
      expect(textOf(path)).toMatch(SAYS_FICTIONAL);
  });
});

describe('nudity', () => {
  test('is blurred in one place, and shown as it is only where somebody asked for that photo or edits their own', () => {
    const drawn = files.filter((path) => /<img\b/.test(textOf(path)));
    const unveiled = files.filter((path) => /isUnveiled/.test(textOf(path)));
    expect(drawn).toContain('web/ui/images/photo.tsx');
    expect(unveiled.toSorted()).toEqual([
      'web/features/members/gallery/gallery.tsx',
      'web/features/members/gallery/photo-viewer.tsx',
      'web/features/photos/first-photo.tsx',
      'web/features/photos/photo-dialog.tsx',
      'web/ui/images/photo.tsx',
    ]);
  });
});
