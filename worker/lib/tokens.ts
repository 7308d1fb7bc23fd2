import * as v from 'valibot';
import { DAY, HOUR } from '#contract/durations';
import { signClaims, verifyClaims } from '#contract/signed-token';
import { decryptToken, encryptToken } from './encrypted-token.ts';

const USES = {
  /** A new one comes with every page and settings answer. The sign-up form has to send one. */
  csrf: { claims: v.object({}), ms: DAY },
  /** Proves that an e-mail address was checked and may sign up. */
  email: { claims: v.object({ email: v.string() }), ms: 30 * 60_000 },
  /** Activates an account by the link in its mail, any number of times, as long as the account has this address. */
  activate: { claims: v.object({ member: v.string(), email: v.string() }), ms: DAY },
  /** Sets a new password, once: `proof` is a digest of the present password hash, which changes with the password. */
  reset: { claims: v.object({ member: v.string(), proof: v.string() }), ms: HOUR },
  /** Confirms a change of the e-mail address. Whether the change is still possible is stored in its row. */
  mail_change: { claims: v.object({ change: v.string() }), ms: DAY },
  /** Undoes a change of the e-mail address, sent to the old one. */
  mail_undo: { claims: v.object({ change: v.string() }), ms: 48 * HOUR },
  /** Restores a deleted account. It is valid for the deletion after which it was mailed only. */
  undelete: { claims: v.object({ member: v.string(), deleted_at: v.number() }), ms: 28 * DAY },
  /** Ends the mails about messages, likes, matches and offers. */
  unsubscribe: { claims: v.object({ member: v.string() }), ms: 365 * DAY },
  /**
   * The cookie of a device on which a member has logged in: the id of the account's devices in that network, and the hash of the address of
   * the account.
   */
  known_device: { isHidden: true, claims: v.object({ device: v.string(), email: v.string() }), ms: 365 * DAY },
  /**
   * The send pass: facts by which the next message is judged. They are compared with the rows when it is stored, so they may be outdated.
   */
  send: {
    isHidden: true,
    claims: v.object({
      member: v.string(),
      conversation: v.string(),
      passFacts: v.object({
        paymentCountry: v.nullable(v.string()),
        premiumUntil: v.nullable(v.number()),
        recipientId: v.string(),
        isToFictional: v.picklist([0, 1]),
        isMatch: v.picklist([0, 1]),
        firstSenderId: v.nullable(v.string()),
      }),
    }),
    ms: HOUR,
  },
  /**
   * The search cursor: the first keys of the pages served so far. It is encrypted because the keys tell when members were active, even if
   * they hide that, and when they joined.
   */
  walk: {
    isHidden: true,
    claims: v.object({
      query: v.string(),
      count: v.number(),
      fictional: v.number(),
      is_capped: v.boolean(),
      first_page: v.number(),
      starts: v.array(v.string()),
    }),
    ms: DAY,
  },
} as const;

type Use = keyof typeof USES;
type Claims<U extends Use> = v.InferOutput<(typeof USES)[U]['claims']>;

const envelope = (use: Use) => v.object({ use: v.literal(use), until: v.number(), claims: USES[use].claims });

const isEncrypted = (use: Use): boolean => 'isHidden' in USES[use];

/**
 * Makes a token for one use, valid for a limited time (docs/product.md, "Validity of links and tokens"). Nothing is stored. Tokens of the
 * uses marked `isHidden` are encrypted. All others are only signed: whoever holds one can read its claims.
 */
export const createToken = <U extends Use>(key: string, use: U, claims: Claims<U>, now: number): Promise<string> =>
  (isEncrypted(use) ? encryptToken : signClaims)(key, { use, until: now + USES[use].ms, claims });

/** The claims of a token. Returns null if it is forged, expired or made for another use. */
export async function readToken<U extends Use>(key: string, use: U, token: string, now: number): Promise<Claims<U> | null> {
  const content = await (isEncrypted(use) ? decryptToken : verifyClaims)(key, token, envelope(use));
  return content && content.until > now ? asClaimsOf<U>(content.claims) : null;
}

/** Narrows the type: the `use` in the envelope was checked, so the claims are those of U. */
function asClaimsOf<U extends Use>(claims: unknown): Claims<U> {
  return claims as Claims<U>;
}
