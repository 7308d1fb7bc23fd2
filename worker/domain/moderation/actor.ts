import type { ActingParty } from '#db/queries/cases/case-access';

/** Who does something with a case: an operator by name, the command line without one, or a rule of the site. */
export type Actor =
  | { readonly kind: 'operator'; readonly memberId: string }
  | { readonly kind: 'command_line' }
  | { readonly kind: 'rule'; readonly rule: string };

/** The columns that name an actor. */
export const partyOf = (actor: Actor): ActingParty => ({
  actorKind: actor.kind,
  actorId: actor.kind === 'operator' ? actor.memberId : null,
  rule: actor.kind === 'rule' ? actor.rule : null,
});
