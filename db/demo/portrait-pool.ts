import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pool from '../../assets/portraits/pool/pool.json' with { type: 'json' };
import { DEMO_PORTRAIT_PREFIX } from '../queries/photos/photos.ts';

const SIZES = ['thumb', 'medium', 'large'] as const;

interface Picture {
  readonly thumb: string;
  readonly medium: string;
  readonly large: string;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
}

/** One person of the portraits. `person` is an id such as "p29". */
export interface PortraitPerson {
  readonly person: string;
  readonly gender: string;
  readonly age: number;
  /** Where the first picture was drawn, such as "forest". */
  readonly scene: string;
  readonly pictures: readonly Picture[];
}

interface PhotoFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The committed portraits: the people drawn, and all photo files under their names in the bucket, which are digests of their content. */
export function portraitPool(): { people: PortraitPerson[]; files: PhotoFile[] } {
  const files: PhotoFile[] = [];
  const people = pool.map(({ person, gender, age, scene, pictures }) => ({
    person,
    gender,
    age,
    scene,
    pictures: pictures.map(({ n, width, height, thumbhash }) => {
      const [thumb = '', medium = '', large = ''] = SIZES.map((size) => {
        const bytes = readFileSync(new URL(`../../assets/portraits/pool/${person}-${n}-${size}.webp`, import.meta.url));
        const name = `${DEMO_PORTRAIT_PREFIX}${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}.webp`;
        files.push({ name, bytes });
        return name;
      });
      return { thumb, medium, large, width, height, thumbhash };
    }),
  }));
  return { people, files };
}
