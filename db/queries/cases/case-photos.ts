import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { type ActingParty, maySee } from './case-access.ts';

/** A photo of a case with its large file. Null: there is no file. */
export interface CasePhotoRow {
  readonly id: string;
  readonly state: 'shown' | 'held' | 'removed' | 'gone';
  readonly isSubject: number;
  readonly isOfMember: number;
  readonly file: string | null;
  readonly thumbhash: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * The photos of a case as a query: what it is about, what its evidence and quotes in it name, and what its decision, or the one that it appeals
 * against, has removed. No row for a case that the acting party may not see. Files of a removed photo are those that a restore would need.
 */
const photosOfCase = (party: Pick<ActingParty, 'actorId'>, number: string): SQL => sql`
  with
    seen as (select cases.number, cases.member_id, cases.subject_kind, cases.subject_id from cases where cases.number = ${number} and ${maySee(party)}),
    evidence as (
      select case_sources.evidence from case_sources inner join seen on seen.number = case_sources.case_number
      where case_sources.evidence is not null),
    named (id, is_subject, is_quoted) as (
      select subject_id, 1, 0 from seen where subject_kind = 'photo' and subject_id is not null
      union all select photo.value, 0, 0 from evidence, json_each(evidence.evidence, '$.photos') as photo
      union all select message.value ->> '$.quote.photo', 0, 1 from evidence, json_each(evidence.evidence, '$.messages') as message
      union all select case_decisions.target, 0, 0 from case_decisions
        inner join seen on case_decisions.case_number = seen.number
          or (seen.subject_kind = 'decision' and case_decisions.id = seen.subject_id)
        where case_decisions.action = 'remove_photo'),
    photos (id, is_subject, is_quoted) as (
      select id, max(is_subject), min(is_quoted) from named where id is not null group by id),
    removed (id, image) as (
      select case_decisions.target, case_decisions.undo -> '$.image' from case_decisions
        inner join cases on cases.number = case_decisions.case_number
        inner join seen on cases.member_id = seen.member_id
        where case_decisions.action = 'remove_photo' and case_decisions.undo ->> '$.image.id' = case_decisions.target
        group by case_decisions.target)
  select photos.id as id,
    case when images.id is null then iif(removed.id is null, 'gone', 'removed') when images.held_since is null then 'shown' else 'held' end as state,
    photos.is_subject as isSubject,
    coalesce(images.member_id = seen.member_id, removed.id is not null or not photos.is_quoted) as isOfMember,
    coalesce(images.large, removed.image ->> '$.large') as file,
    coalesce(images.thumbhash, removed.image ->> '$.thumbhash') as thumbhash,
    coalesce(images.width, removed.image ->> '$.width') as width,
    coalesce(images.height, removed.image ->> '$.height') as height
  from photos join seen left join images on images.id = photos.id left join removed on removed.id = photos.id`;

/** The photos of a case that the acting party may see: what it is about first, then those of the member before those that were quoted. */
export const casePhotos = (db: Database, party: Pick<ActingParty, 'actorId'>, number: string) =>
  db.all<CasePhotoRow>(sql`
    select * from (${photosOfCase(party, number)}) order by isSubject desc, isOfMember desc, id`);

/** A photo of a case that has a file. */
export interface PhotoOfCase {
  readonly number: string;
  readonly id: string;
}

const hasFile = (id: string): SQL => sql`photo.id = ${id} and photo.file is not null`;

/** Condition: the acting party may see a photo of a case, and there is a file. */
export const hasCasePhoto = (party: Pick<ActingParty, 'actorId'>, { number, id }: PhotoOfCase): SQL =>
  sql`exists (select 1 from (${photosOfCase(party, number)}) as photo where ${hasFile(id)})`;

/** The detail of the activity with which somebody looks at a photo. */
export const photoLook = (id: string): string => `photo:${id}`;

/** A photo of a case that an operator may see and has looked at since a time (ms), with its file; no row otherwise. */
export const lookedCasePhoto = (db: Database, operatorId: string, { number, id }: PhotoOfCase, since: number) =>
  db.all<{ file: string }>(sql`
    select photo.file as file from (${photosOfCase({ actorId: operatorId }, number)}) as photo
    where ${hasFile(id)} and exists (
      select 1 from case_activity where case_activity.case_number = ${number} and case_activity.created_at > ${since}
        and case_activity.actor_id = ${operatorId} and case_activity.act = 'looked' and case_activity.detail = ${photoLook(id)})`);
