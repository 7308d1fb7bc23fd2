import type { ActingParty } from '#db/queries/cases/case-access';
import type { DeskProof } from '#db/queries/operator/desk-sessions';

/**
 * Who does something with a case: an operator by name, the command line without one, or a rule of the site. `proof` is the session of an
 * operator at the desk, which is proven again where something is written.
 */
export type Actor =
  | { readonly kind: 'operator'; readonly memberId: string; readonly proof?: DeskProof }
  | { readonly kind: 'command_line' }
  | { readonly kind: 'rule'; readonly rule: string };

/** The columns that name an actor. */
export const partyOf = (actor: Actor): ActingParty => ({
  actorKind: actor.kind,
  actorId: actor.kind === 'operator' ? actor.memberId : null,
  rule: actor.kind === 'rule' ? actor.rule : null,
  proof: (actor.kind === 'operator' ? actor.proof : undefined) ?? null,
});
