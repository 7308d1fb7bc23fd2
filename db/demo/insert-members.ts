import { type SQL, sql } from 'drizzle-orm';
import { type Database, together } from '../client.ts';
import type { InventedMember } from './generate-member.ts';

/** Search orders by activity in steps of this length (worker/domain/require-session.ts has the same). */
const BUCKET_MS = 15 * 60_000;

export interface MemberTraits {
  readonly isFictional: boolean;
  readonly email: string | null;
  readonly passwordHash: string;
  readonly credits: number;
}

/** No password fits this: nobody signs in as a fictional member. */
export const NO_PASSWORD = 'none';
const FICTIONAL: MemberTraits = { isFictional: true, email: null, passwordHash: NO_PASSWORD, credits: 0 };

const columns = (count: number): SQL => sql.raw(Array.from({ length: count }, (_, i) => `json_extract(value, '$[${i}]')`).join(', '));
const rows = (values: readonly (readonly unknown[])[]): SQL => sql`from json_each(${JSON.stringify(values)})`;

const memberRow = (member: InventedMember, traits: MemberTraits) => [
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
  Math.floor(member.lastActiveAt / BUCKET_MS),
  member.lastActiveAt,
  traits.credits,
  member.createdAt,
];

/** Writes members with photos, facts and interests in one batch, one JSON document a table: a thousand members are five statements. */
export async function insertMembers(db: Database, members: readonly InventedMember[], traits: MemberTraits = FICTIONAL): Promise<void> {
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
  await together(db, [
    db.run(
      sql`insert into members (id, email, password_hash, name, country, countryregion, city, gender, date_of_birth, language, personal, main_image_id, is_fictional, has_photo, active_bucket, last_active_at, credits, created_at, status, locale, payment_country) select ${columns(18)}, 'active', json_extract(value, '$[9]'), json_extract(value, '$[4]') ${rows(members.map((member) => memberRow(member, traits)))}`,
    ),
    db.run(
      sql`insert into images (id, member_id, position, thumb, medium, large, width, height, thumbhash) select ${columns(9)} ${rows(images)}`,
    ),
    db.run(sql`insert into member_fields (member_id, field_id, value) select ${columns(3)} ${rows(fields)}`),
    db.run(sql`insert into member_interests (member_id, interest_id) select ${columns(2)} ${rows(interests)}`),
  ]);
}
