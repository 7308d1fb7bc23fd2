import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '#contract/primitives';
import { inProject } from '../../scripts/lib/paths.ts';

const MAX_TAB_LABEL = 11;
const DESTINATIONS = [
  { label: 'discover', page: 'members', texts: 'members' },
  { label: 'likes', page: 'likes', texts: 'likes' },
  { label: 'chats', page: 'chats', texts: 'chat' },
  { label: 'notifications', page: 'notifications', texts: 'notifications' },
  { label: 'profile', page: 'profile', texts: 'profile' },
] as const;

const textsOf = (locale: string, file: string) => JSON.parse(readFileSync(inProject(`web/locales/${locale}/${file}.json`), 'utf8'));

describe.each(LOCALES)('in %s', (locale) => {
  const { navigation, titles, error_page: errorPage } = textsOf(locale, 'core');

  test.each(DESTINATIONS)('the navigation, the title and the heading name $label alike', ({ label, page, texts }) => {
    expect({ title: titles[page], heading: textsOf(locale, texts).title }).toEqual({
      title: navigation[label],
      heading: navigation[label],
    });
  });

  test('texts that lead to Discover and the settings of notifications use the same names', () => {
    const leading = [
      errorPage.to_discover,
      textsOf(locale, 'home').new_empty_action,
      textsOf(locale, 'account').done_go,
      textsOf(locale, 'signup').go_members,
    ];
    for (const words of leading) expect(words).toContain(navigation.discover);
    expect(textsOf(locale, 'profile').notifications).toBe(navigation.notifications);
    const faq = readFileSync(inProject(`web/texts/${locale}/faq.md`), 'utf8');
    for (const [, name] of faq.matchAll(/\[([^\]]*)\]\(\/notifications\)/g)) expect(name).toBe(navigation.notifications);
    for (const [, name] of faq.matchAll(/\[([^\]]*)\]\(\/members\)/g)) expect(name).toBe(navigation.discover);
  });

  test('a tab carries the name itself, cut only where it does not fit', () => {
    for (const { label } of DESTINATIONS.filter(({ label: one }) => one !== 'notifications'))
      expect([...navigation[label]].length).toBeLessThanOrEqual(MAX_TAB_LABEL);
    const { notifications: name, notifications_short: label } = navigation;
    expect([...label].length).toBeLessThanOrEqual(MAX_TAB_LABEL);
    if ([...name].length <= MAX_TAB_LABEL) expect(label).toBe(name);
    else expect(name).toContain(label.slice(0, -1));
  });
});
