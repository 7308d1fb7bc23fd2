import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { drawSitePictures } from './draw-pictures.ts';
import { PortraitRenderer } from './rasterizer.ts';

/** Sizes in px; `limit` is the most bytes of a file. Squares are cut from the upper part of the picture. */
const LARGE = { name: 'large', width: 640, height: 800, limit: 22_000 } as const;
const PHONE = { name: 'phone', width: 440, height: 550, limit: 11_000 } as const;
/** The front page shows it half as wide. */
const MEDIUM = { name: 'medium', width: 320, height: 400, limit: 7_500 } as const;
/** Empty lists show it half as wide. */
const SMALL = { name: 'small', width: 208, height: 260, limit: 5_000 } as const;
const AVATAR = { name: 'avatar', width: 144, height: 144, limit: 2_700 } as const;
const SIZES = [LARGE, PHONE, MEDIUM, SMALL, AVATAR];

const folder = (path: string) => new URL(`../${path}/`, import.meta.url);
const GALLERY = folder('landers/gallery');

/** What is shown where. */
const SHOWN = [
  { at: folder('portraits/site'), size: LARGE, end: '', names: ['amara', 'ewa', 'jonas', 'kofi', 'marit', 'nadia', 'sofia'] },
  { at: folder('portraits/site'), size: PHONE, end: '', names: ['henk', 'mei', 'tomasz'] },
  { at: folder('portraits/site'), size: PHONE, end: '-440', names: ['nadia', 'sofia'] },
  { at: folder('portraits/site'), size: MEDIUM, end: '-320', names: ['ewa', 'henk', 'marit', 'mei', 'nadia', 'tomasz'] },
  {
    at: folder('portraits/site/small'),
    size: SMALL,
    end: '',
    names: ['amara', 'ewa', 'grace', 'henk', 'ingrid', 'kofi', 'luca', 'marit', 'omar', 'sofia', 'tomasz', 'zofia'],
  },
  {
    at: GALLERY,
    size: LARGE,
    end: '',
    names: ['anneke', 'david', 'grace', 'henk', 'ingrid', 'leila', 'luca', 'markus', 'olga', 'omar', 'priya', 'rashid', 'tomasz', 'zofia'],
  },
  {
    at: GALLERY,
    size: PHONE,
    end: '-440',
    names: [
      ...['anneke', 'david', 'ewa', 'grace', 'henk', 'ingrid', 'leila', 'luca', 'markus', 'olga', 'omar', 'priya', 'rashid', 'tomasz'],
      'zofia',
    ],
  },
  {
    at: folder('landers/social'),
    size: AVATAR,
    end: '',
    names: ['amara', 'bram', 'carmen', 'jonas', 'kofi', 'mei', 'nadia', 'sofia', 'tomasz'],
  },
];

/** Landing pages that show portraits of the pool, and which of its sizes each ending of a file is. */
const COPIES = [
  { at: folder('landers/map'), sizes: { '': 'thumb' } },
  { at: folder('landers/alonetonight'), sizes: { '': 'thumb' } },
  { at: folder('landers/collage'), sizes: { '-400': 'medium', '-640': 'large' } },
];

async function copyFromPool(): Promise<void> {
  for (const { at, sizes } of COPIES) {
    for (const file of await readdir(at)) {
      const [, picture, end = ''] = /^(p\d+-\d)(-\d+)?\.webp$/.exec(file) ?? [];
      const size = Object.entries(sizes).find(([ending]) => ending === end)?.[1];
      if (!picture || !size) throw new Error(`${file} is no picture of the pool`);
      await copyFile(new URL(`${picture}-${size}.webp`, folder('portraits/pool')), new URL(file, at));
    }
  }
}

// `node assets/portraits/draw-site-portraits.ts` draws the portraits of the pages for visitors and of empty lists, and copies those that landing pages show from the pool.
const darkroom = await PortraitRenderer.open();
try {
  for (const { person, svg } of drawSitePictures()) {
    const { files } = await darkroom.render(svg, SIZES);
    for (const { at, size, end, names } of SHOWN) {
      if (names.includes(person.id)) await writeFile(new URL(`${person.id}${end}.webp`, at), files[size.name]);
    }
  }
} finally {
  await darkroom.close();
}
await copyFromPool();
