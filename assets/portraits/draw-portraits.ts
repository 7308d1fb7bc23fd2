import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { drawAllPictures, PICTURE_COUNT } from './draw-pictures.ts';
import type { SceneName } from './model/names.ts';
import type { Gender } from './model/traits.ts';
import { FILE_SIZES, PortraitRenderer } from './rasterizer.ts';

/** An entry of pool/pool.json; widths and heights are those of the large file. */
interface PoolEntry {
  person: string;
  gender: Gender;
  age: number;
  /** The scene of the first picture. */
  scene: SceneName;
  pictures: { n: number; width: number; height: number; thumbhash: string }[];
}

const FOLDER = new URL('./pool/', import.meta.url);
const LARGE_SIZE = FILE_SIZES[2];

/** Renders all pictures. Adds their files to `files` by name and returns the entries of pool.json. */
async function renderAll(darkroom: PortraitRenderer, files: Map<string, Buffer>): Promise<PoolEntry[]> {
  const pool = new Map<string, PoolEntry>();
  let done = 0;
  for (const { person, n, scene, svg } of drawAllPictures()) {
    const print = await darkroom.render(svg, FILE_SIZES);
    for (const { name } of FILE_SIZES) files.set(`${person.id}-${n}-${name}.webp`, print.files[name]);
    const { gender, age } = person.traits;
    const entry = pool.get(person.id) ?? { person: person.id, gender, age, scene, pictures: [] };
    entry.pictures.push({ n, width: LARGE_SIZE.width, height: LARGE_SIZE.height, thumbhash: print.thumbhash });
    pool.set(person.id, entry);
    done += 1;
    process.stdout.write(`\r${done}/${PICTURE_COUNT} ${person.id}-${n} `);
  }
  process.stdout.write('\n');
  return [...pool.values()];
}

/** Writes the files into the pool and deletes others that are there. */
async function replaceFiles(files: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const outdated = (await readdir(FOLDER)).filter((name) => name.endsWith('.webp') && !files.has(name));
  await Promise.all(outdated.map((name) => rm(new URL(name, FOLDER))));
  for (const [name, bytes] of files) await writeFile(new URL(name, FOLDER), bytes);
}

// `node assets/portraits/draw-portraits.ts` draws the portraits of the demo members into assets/portraits/pool.
const darkroom = await PortraitRenderer.open();
try {
  const files = new Map<string, Buffer>();
  const pool = await renderAll(darkroom, files);
  await replaceFiles(files);
  await writeFile(new URL('pool.json', FOLDER), `${JSON.stringify(pool, null, 2)}\n`);
} finally {
  await darkroom.close();
}
