import type { LanderSlug } from '#contract/pages/landers';
import amara from '../../../assets/landers/social/amara.webp';
import bram from '../../../assets/landers/social/bram.webp';
import carmen from '../../../assets/landers/social/carmen.webp';
import jonas from '../../../assets/landers/social/jonas.webp';
import kofi from '../../../assets/landers/social/kofi.webp';
import mei from '../../../assets/landers/social/mei.webp';
import nadia from '../../../assets/landers/social/nadia.webp';
import sofia from '../../../assets/landers/social/sofia.webp';
import tomasz from '../../../assets/landers/social/tomasz.webp';

/** The posts of a feed: parts of the keys of its texts. */
export const POSTS = ['one', 'two', 'three'] as const;

interface Author {
  readonly name: string;
  readonly portrait: string;
}

/** The drawn person who writes each post. */
export const AUTHORS: Record<LanderSlug<'landers-socialnetwork-slug'>, Record<(typeof POSTS)[number], Author>> = {
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
