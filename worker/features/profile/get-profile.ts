import * as v from 'valibot';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { FeaturedMemberAnswer } from '#contract/pages/featured-member';
import { Id } from '#contract/primitives';
import type { getProfile as endpoint, Profile } from '#contract/profile';
import { batch } from '#db/client';
import { fieldsOfMember, interestsOfMember, profileOfMember, promptsOfMember, shownImages } from '#db/queries/profile/profile';
import { accountExists } from '../../domain/account-status.ts';
import type { Context, PageRequest } from '../../domain/context.ts';
import { Refusal, refuse } from '../../domain/errors.ts';
import { cardOf, imageOf, newHereSince } from '../../domain/profile-card.ts';
import { requireSession } from '../../domain/require-session.ts';
import { fieldsByConsent } from '../../domain/sensitive-consent.ts';

const profileStatements = (db: Context['db'], viewerId: string, id: string) => ({
  profile: profileOfMember(db, viewerId, id),
  images: shownImages(db, id),
  fields: fieldsOfMember(db, id),
  interests: interestsOfMember(db, id),
  prompts: promptsOfMember(db, id),
});

interface FoundProfile {
  readonly profile: Profile;
  /** Whether a search can find the member; only then may a sign-up or landing page show them. */
  readonly isSearchable: boolean;
  /** Whether search engines may show the member's page: the member has allowed it, and a search of the site finds them. */
  readonly isIndexable: boolean;
}

/** A profile as the caller sees it. Returns null if the id is unknown, or if its member has left or blocks the caller. */
async function readProfile(ctx: Context, id: string): Promise<FoundProfile | null> {
  const {
    member: viewer,
    profile: [row],
    images,
    fields,
    interests,
    prompts,
  } = await readAsMemberOrVisitor(ctx, id);
  if (!row || !accountExists(row) || row.blocksMe === 1) return null;
  const isMember = viewer !== null;
  const profile: Profile = {
    ...cardOf(row, isMember ? 'member' : 'visitor', ctx.now),
    images: images.map(imageOf),
    personal: row.personal,
    prompts,
    fields: isMember ? Object.fromEntries(fieldsByConsent(fields, row).map(({ fieldId, value }) => [fieldId, value])) : {},
    interests: interests.map(({ interestId }) => interestId),
    is_new_here: isMember && row.createdAt >= newHereSince(ctx.now),
    liked_me: isMember && row.likesMe === 1,
    can_chat: isMember && viewer.id !== id && viewer.status === 'active' && row.iBlock === 0,
    blocked: isMember && row.iBlock === 1,
  };
  const isSearchable = row.isSearchable === true;
  return { profile, isSearchable, isIndexable: isSearchable && row.allowSearchEngines };
}

/**
 * The page of one member. A visitor sees the card with an age band, photos, texts and interests, and nothing that depends on the viewer
 * (docs/product.md, "Profiles seen by visitors").
 */
export async function getProfile(
  ctx: Context,
  { id, is_lead: isLead }: ParsedInputOf<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const found = await readProfile(ctx, id);
  if (!found || (isLead && !found.isSearchable)) return refuse('not_found');
  return { profile: found.profile };
}

const memberIdIn = ({ pathname }: URL) => v.parse(Id, /[\w-]{22}/.exec(pathname)?.[0]);

/** The initial answer of a member's page: the profile, or `missing`, which makes the page a 404. */
export async function readInitialProfile(ctx: Context, { url }: PageRequest): Promise<FeaturedMemberAnswer | 'missing'> {
  const id = memberIdIn(url);
  const found = await readProfile(ctx, id);
  return found ? { id, profile: found.profile } : 'missing';
}

/** The same for the one address of a member's page that search engines may show (docs/product.md, "Search engines and previews"). */
export async function readInitialPublicProfile(
  ctx: Context,
  { url }: PageRequest,
): Promise<FeaturedMemberAnswer | { readonly indexable: FeaturedMemberAnswer } | 'missing'> {
  const id = memberIdIn(url);
  const found = await readProfile(ctx, id);
  if (!found) return 'missing';
  const answer = { id, profile: found.profile };
  return found.isIndexable ? { indexable: answer } : answer;
}

/**
 * The initial answer of a sign-up or landing page that features a member. The profile is null if a search would not find the member;
 * `missing` makes the page a 404.
 */
export async function readInitialFeaturedProfile(ctx: Context, { url }: PageRequest): Promise<FeaturedMemberAnswer | 'missing'> {
  const id = memberIdIn(url);
  const found = await readProfile(ctx, id);
  return found ? { id, profile: found.isSearchable ? found.profile : null } : 'missing';
}

/** Whether the member named in the address of a chat page exists; `missing` makes the page a 404. The page needs no initial answer. */
export const readInitialChat = async (ctx: Context, { url }: PageRequest): Promise<null | 'missing'> =>
  (await readProfile(ctx, memberIdIn(url))) ? null : 'missing';

/**
 * Reads as the member of the session or, without a valid session, as a visitor; `member` is then null. A banned member is refused with
 * `banned`.
 */
async function readAsMemberOrVisitor(ctx: Context, id: string) {
  if (ctx.session.credential) {
    try {
      return await requireSession(ctx, (viewerId, db) => profileStatements(db, viewerId, id), 'readDb');
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'signed_out')) throw error;
    }
  }
  return { member: null, ...(await batch(ctx.readDb, profileStatements(ctx.readDb, '', id))) };
}
