import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { CountryCode, Flag, Gender, Id, Locale, Slug } from './primitives.ts';

/**
 * A photo. File names are appended to the setting `cdn_prefix` (docs/product.md, "Site settings"). They are empty where a search hides
 * nudity (docs/product.md, "Nude photos").
 */
export const Image = v.object({
  id: Id,
  thumb_filename: v.string(),
  medium_filename: v.string(),
  large_filename: v.string(),
  width: v.number(),
  height: v.number(),
  thumbhash: v.string(),
  is_nude: v.boolean(),
});
export type Image = v.InferOutput<typeof Image>;

/** A photo as its owner gets it, with what the photo check says of it (docs/product.md, "Photo check"); absent stands for false. */
export const OwnImage = v.object({
  ...Image.entries,
  /** It waits for the photo check; nobody else sees it. */
  is_held: v.optional(v.boolean()),
  /** The photo check has marked it as nude, so its owner cannot take the mark away. */
  is_nude_by_check: v.optional(v.boolean()),
});
export type OwnImage = v.InferOutput<typeof OwnImage>;

/** The widths in pixels of a photo's three files, computed from that of the largest. The Worker and the page both use it. */
export const photoWidths = (large: number): { thumb: number; medium: number; large: number } => ({
  thumb: Math.min(large, 320, Math.max(192, Math.round(large * 0.3))),
  medium: Math.min(large, 800, Math.max(400, Math.round(large * 0.625))),
  large,
});

/** The most prompts that a member may answer, and the characters of an answer. */
export const PROMPTS_MAX = 3;
export const PROMPT_ANSWER_MAX = 300;

/** A prompt that a member has answered; `id` is one of the catalogue. */
export const AnsweredPrompt = v.object({ id: Slug, text: v.string() });
export type AnsweredPrompt = v.InferOutput<typeof AnsweredPrompt>;

/** A member as lists show them. Null means that the member has not filled it in. Visitors get `age_band` in place of `age`. */
export const ProfileCard = v.object({
  id: Id,
  name: v.string(),
  age: v.nullable(v.number()),
  age_band: v.nullable(v.string()),
  city: v.nullable(v.string()),
  country: v.nullable(CountryCode),
  countryregion: v.nullable(Slug),
  gender: v.nullable(Gender),
  language: v.nullable(Locale),
  main_image: v.nullable(Image),
  is_fictional: v.boolean(),
  is_online: v.boolean(),
  did_like_profile: v.boolean(),
  /** The first sentence of what the member has written about themselves. */
  opening_line: v.nullable(v.string()),
  is_gone: v.optional(v.boolean()),
});
export type ProfileCard = v.InferOutput<typeof ProfileCard>;

/** A card that tells nothing: of a member who cannot be shown, or of nobody. */
export const BLANK_CARD: ProfileCard = {
  id: '0000000000000000000000',
  name: '',
  age: null,
  age_band: null,
  city: null,
  country: null,
  countryregion: null,
  gender: null,
  language: null,
  main_image: null,
  is_fictional: false,
  is_online: false,
  did_like_profile: false,
  opening_line: null,
};

export const Profile = v.object({
  ...ProfileCard.entries,
  images: v.array(Image),
  personal: v.nullable(v.string()),
  prompts: v.array(AnsweredPrompt),
  fields: v.record(v.string(), v.string()),
  interests: v.array(Slug),
  liked_me: v.boolean(),
  /** Joined within the last 14 days; always false for visitors. */
  is_new_here: v.boolean(),
  can_chat: v.boolean(),
  blocked: v.boolean(),
});
export type Profile = v.InferOutput<typeof Profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profile.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({
    id: Id,
    /** 1: for a landing page that features this member. A member whom no search finds is refused with `not_found`. */
    is_lead: v.optional(Flag),
  }),
  output: v.object({ profile: Profile }),
  errors: ['not_found', 'banned'],
  sheds: 'late',
  summary: 'One member; 404 alike for one who is unknown, deleted or banned or who blocks the caller',
});

const LabelledValue = v.object({ value: v.string(), label: v.string() });

export const getProfileFields = endpoint({
  method: 'GET',
  path: '/api/profile_fields.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: v.object({
    fields: v.array(v.object({ id: Slug, label: v.string(), icon: v.string() })),
    allowed_values: v.record(v.string(), v.array(LabelledValue)),
  }),
  isCatalogue: true,
  summary: "The configurable profile fields and their values, labelled in the caller's locale",
});

export const getInterests = endpoint({
  method: 'GET',
  path: '/api/interests.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ interests: v.array(v.object({ id: Slug, label: v.string() })) }),
  isCatalogue: true,
  summary: "All interests, labelled in the caller's locale",
});

export const getPrompts = endpoint({
  method: 'GET',
  path: '/api/prompts.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({}),
  output: v.object({ prompts: v.array(v.object({ id: Slug, label: v.string() })) }),
  isCatalogue: true,
  summary: "All prompts that a profile can answer, labelled in the caller's locale",
});

export const getRegions = endpoint({
  method: 'GET',
  path: '/api/regions.php',
  who: 'everybody',
  limits: 'reads',
  input: v.object({ country: CountryCode }),
  output: v.object({ regions: v.array(v.object({ id: Slug, name: v.string() })) }),
  isCatalogue: true,
  summary: 'The regions of one of the fifteen countries',
});
