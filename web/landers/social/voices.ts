import type { Slug } from '#contract/pages/landers';
import amara from './portraits/amara.webp';
import bram from './portraits/bram.webp';
import carmen from './portraits/carmen.webp';
import jonas from './portraits/jonas.webp';
import kofi from './portraits/kofi.webp';
import mei from './portraits/mei.webp';
import nadia from './portraits/nadia.webp';
import sofia from './portraits/sofia.webp';
import tomasz from './portraits/tomasz.webp';

/** The posts of a feed, as its texts name them. */
export const POSTS = ['one', 'two', 'three'] as const;

interface Voice {
  readonly name: string;
  readonly portrait: string;
}

/** Whose example each post is. */
export const VOICES: Record<Slug<'landers-socialnetwork-slug'>, Record<(typeof POSTS)[number], Voice>> = {
  'small-talk': {
    one: { name: 'Nadia', portrait: nadia },
    two: { name: 'Jonas', portrait: jonas },
    three: { name: 'Sofia', portrait: sofia },
  },
  'after-work': {
    one: { name: 'Mei', portrait: mei },
    two: { name: 'Bram', portrait: bram },
    three: { name: 'Amara', portrait: amara },
  },
  weekend: {
    one: { name: 'Kofi', portrait: kofi },
    two: { name: 'Tomasz', portrait: tomasz },
    three: { name: 'Carmen', portrait: carmen },
  },
};
