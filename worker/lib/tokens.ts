import * as v from 'valibot';
import { seal, unseal } from '#contract/signed-token';
import { hideClaims, readHidden } from './encrypted-token.ts';

const USES = {
  /** Anew in every settings answer and page; a form must carry one. */
  csrf: { claims: v.object({}), ms: 24 * 3600_000 },
  /** The address was checked and may sign up. */
  email: { claims: v.object({ email: v.string() }), ms: 30 * 60_000 },
  /** Opens an account from its mail, as often as it is asked, while the address stays the same. */
  activate: { claims: v.object({ member: v.string(), email: v.string() }), ms: 24 * 3600_000 },
  /** Sets a new password, once: `proof` is a digest of the password hash that it replaces. */
  reset: { claims: v.object({ member: v.string(), proof: v.string() }), ms: 3600_000 },
  /** The new address agrees to a change; the row says whether it still stands. */
  mail_change: { claims: v.object({ change: v.string() }), ms: 24 * 3600_000 },
  /** The old address takes a change back. */
  mail_undo: { claims: v.object({ change: v.string() }), ms: 48 * 3600_000 },
  /** Brings a deleted account back; good for the one deletion that it was mailed after. */
  undelete: { claims: v.object({ member: v.string(), deleted_at: v.number() }), ms: 28 * 24 * 3600_000 },
  /** Ends the mails about what happened meanwhile. */
  unsubscribe: { claims: v.object({ member: v.string() }), ms: 365 * 24 * 3600_000 },
  /** What the next message of a conversation is judged by: held against the rows when it is written, so that nothing hangs on its age. */
  send: {
    isHidden: true,
    claims: v.object({
      member: v.string(),
      conversation: v.string(),
      situation: v.object({
        paymentCountry: v.nullable(v.string()),
        premiumUntil: v.nullable(v.number()),
        recipientId: v.string(),
        isToFictional: v.picklist([0, 1]),
        isMatch: v.picklist([0, 1]),
        openerId: v.nullable(v.string()),
      }),
    }),
    ms: 3600_000,
  },
  /** Start keys of the pages of a search already served. They say when members were active, also of those who hide it, and joined. */
  walk: {
    isHidden: true,
    claims: v.object({ query: v.string(), count: v.number(), is_capped: v.boolean(), first_page: v.number(), starts: v.array(v.string()) }),
    ms: 24 * 3600_000,
  },
} as const;

type Use = keyof typeof USES;
type Claims<U extends Use> = v.InferOutput<(typeof USES)[U]['claims']>;

const envelope = (use: Use) => v.object({ use: v.literal(use), until: v.number(), claims: USES[use].claims });

const isHidden = (use: Use): boolean => 'isHidden' in USES[use];

/**
 * A signed token for one use, valid for a limited time (docs/product.md, "Validity of links and tokens"). Nothing is stored. Only tokens of
 * the uses marked `isHidden` are encrypted; whoever holds another token can read its claims.
 */
export const signToken = <U extends Use>(key: string, use: U, claims: Claims<U>, now: number): Promise<string> =>
  (isHidden(use) ? hideClaims : seal)(key, { use, until: now + USES[use].ms, claims });

/** The claims of a token made for this use, or null when it is forged, another's or too old. */
export async function readToken<U extends Use>(key: string, use: U, token: string, now: number): Promise<Claims<U> | null> {
  const sealed = await (isHidden(use) ? readHidden : unseal)(key, token, envelope(use));
  return sealed && sealed.until > now ? claimsOf<U>(sealed.claims) : null;
}

/** The envelope's literal `use` has already tied these claims to U. */
function claimsOf<U extends Use>(claims: unknown): Claims<U> {
  return claims as Claims<U>;
}
