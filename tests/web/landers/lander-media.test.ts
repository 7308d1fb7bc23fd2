import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANDER_SLUGS } from '#contract/pages/landers';
import { PAGES } from '#contract/pages/page-routes';
import { SHIPPED_LOCALES } from '#contract/primitives';
import { inProject } from '../../../scripts/lib/paths.ts';

const MAX_FILM_BYTES = 600_000;
const MAX_PICTURE_BYTES = 80_000;

const files = (pattern: string) => globSync(pattern, { cwd: inProject('.') });
const sizeOf = (path: string) => statSync(inProject(path)).size;

test('every film of a lander is small, silent and has a still', () => {
  const films = files('assets/landers/**/*.{mp4,webm}');
  expect(films.length).toBe(LANDER_SLUGS['landers-video-slug'].length);
  for (const film of films) {
    expect([film, sizeOf(film) <= MAX_FILM_BYTES]).toEqual([film, true]);
    expect(sizeOf(film.replace(/\.\w+$/, '.webp'))).toBeGreaterThan(0);
    // `soun` is the type of a sound track in an MP4 file.
    expect(readFileSync(inProject(film)).includes('soun')).toBe(false);
  }
});

test('every picture of a lander is small', () => {
  const pictures = files('{web,assets}/landers/**/*.{webp,svg,jpg,png,avif}');
  expect(pictures.length).toBeGreaterThan(50);
  expect(pictures.filter((path) => sizeOf(path) > MAX_PICTURE_BYTES)).toEqual([]);
});

test.each(SHIPPED_LOCALES)('the three slugs of every lander say something of their own in %s', (locale) => {
  const pages = new Map(Object.entries(PAGES).map(([name, { texts }]) => [name, texts]));
  for (const [lander, slugs] of Object.entries(LANDER_SLUGS)) {
    const texts = JSON.parse(readFileSync(inProject(`web/locales/${locale}/${pages.get(lander)}.json`), 'utf8'));
    expect(slugs).toHaveLength(3);
    for (const key of ['title', 'description', 'headline']) {
      const said = slugs.map((slug) => texts[slug][key]);
      expect([lander, key, new Set(said).size, said.every(Boolean)]).toEqual([lander, key, 3, true]);
    }
  }
});
