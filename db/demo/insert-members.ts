import { type SQL, sql } from 'drizzle-orm';
import { SENSITIVE_CONSENT_VERSION } from '#contract/consent';
import { batch, type Database } from '../client.ts';
import type { DemoMember } from './generate-member.ts';

/** The step in which the search order knows activity, as in worker/domain/require-session.ts. */
const ACTIVITY_BUCKET_MS = 15 * 60_000;
/** The number of the step in which a member was active last. */
export const activityBucketOf = ({ lastActiveAt }: Pick<DemoMember, 'lastActiveAt'>): number =>
  Math.floor(lastActiveAt / ACTIVITY_BUCKET_MS);

export interface AccountTraits {
  readonly isFictional: boolean;
  /** Null: each member's own invented address. */
  readonly email: string | null;
  readonly passwordHash: string;
}

/** Stored in place of a password hash. No password matches it, so nobody can log in as a fictional member. */
export const NO_PASSWORD = 'none';
const FICTIONAL: AccountTraits = { isFictional: true, email: null, passwordHash: NO_PASSWORD };

/** The first `count` elements of a row that is a JSON array, as columns of a select. */
const valuesFromJson = (count: number): SQL =>
  sql.raw(Array.from({ length: count }, (_, i) => `json_extract(value, '$[${i}]')`).join(', '));
const fromJsonRows = (values: readonly (readonly unknown[])[]): SQL => sql`from json_each(${JSON.stringify(values)})`;

const memberRow = (member: DemoMember, traits: AccountTraits) => [
  member.id,
  traits.email ?? member.email,
  traits.passwordHash,
  member.name,
  member.country,
  member.countryregion,
  member.city,
  member.gender,
  member.dateOfBirth,
  member.language,
  member.personal,
  member.images[0]?.id ?? null,
  Number(traits.isFictional),
  Number(member.images.length > 0),
  activityBucketOf(member),
  member.lastActiveAt,
  member.createdAt,
];

/** Writes members with photos, profile fields, interests and prompts in one batch of five statements, each with its rows as one JSON parameter. */
export async function insertMembers(db: Database, members: readonly DemoMember[], traits: AccountTraits = FICTIONAL): Promise<void> {
  const images = members.flatMap((member) =>
    member.images.map((image, position) => [
      image.id,
      member.id,
      position,
      image.thumb,
      image.medium,
      image.large,
      image.width,
      image.height,
      image.thumbhash,
    ]),
  );
  const fields = members.flatMap((member) => Object.entries(member.fields).map(([field, value]) => [member.id, field, value]));
  const interests = members.flatMap((member) => member.interests.map((interest) => [member.id, interest]));
  const prompts = members.flatMap((member) => member.prompts.map(({ id, text }, position) => [member.id, id, position, text]));
  await batch(db, {
    // After the columns of memberRow: the locale is the member's language, the payment country the member's country, and the consent to
    // sensitive answers is from when the member joined.
    members: db.run(sql`
      insert into members (
        id, email, password_hash, name, country, countryregion, city, gender, date_of_birth, language, personal, main_image_id,
        is_fictional, has_photo, activity_bucket, last_active_at, created_at, status, locale, payment_country,
        sensitive_consent_version, sensitive_consent_at)
      select ${valuesFromJson(17)}, 'active', json_extract(value, '$[9]'), json_extract(value, '$[4]'),
        ${SENSITIVE_CONSENT_VERSION}, json_extract(value, '$[16]')
      ${fromJsonRows(members.map((member) => memberRow(member, traits)))}`),
    images: db.run(sql`
      insert into images (id, member_id, position, thumb, medium, large, width, height, thumbhash)
      select ${valuesFromJson(9)} ${fromJsonRows(images)}`),
    fields: db.run(sql`insert into member_fields (member_id, field_id, value) select ${valuesFromJson(3)} ${fromJsonRows(fields)}`),
    interests: db.run(sql`insert into member_interests (member_id, interest_id) select ${valuesFromJson(2)} ${fromJsonRows(interests)}`),
    prompts: db.run(sql`
      insert into member_prompts (member_id, prompt_id, position, answer) select ${valuesFromJson(4)} ${fromJsonRows(prompts)}`),
  });
}
