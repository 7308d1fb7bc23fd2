import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { ageEnd, orAll } from './members.ts';
import { Gender, Slug } from './primitives.ts';

/** A webcam account as a partner's tile shows it (specification 3, Webcam). The picture's address is whole: it lies under no cdn_prefix. */
export const Cam = v.object({
  account: Slug,
  name: v.string(),
  age: v.number(),
  gender: Gender,
  thumb_filename: v.string(),
});
export type Cam = v.InferOutput<typeof Cam>;

export const searchCams = endpoint({
  method: 'GET',
  path: '/api/xcams/search.php',
  who: 'M',
  input: v.object({ gender: orAll(Gender), min_age: ageEnd, max_age: ageEnd }),
  output: v.object({ cams: v.record(v.string(), Cam) }),
  summary: 'Advertising tiles for whoever may see them; empty for everybody else and while the partner is away',
});

export const openCam = endpoint({
  method: 'GET',
  path: '/api/xcams/redirect.php',
  who: 'M',
  input: v.object({ account: Slug }),
  output: v.string(),
  as: 'redirect',
  errors: ['not_found'],
  summary: 'Leads to an account at the configured partner, telling it nothing of where one comes from',
});

export const openPartner = endpoint({
  method: 'GET',
  path: '/api/resellpartner.php',
  who: 'M',
  input: v.object({ flow: Slug, redirect: v.optional(v.literal('1', 'unknown')) }),
  output: v.string(),
  as: 'redirect',
  errors: ['not_found'],
  summary: 'Leads to the partner configured for a flow, telling it nothing of where one comes from',
});
