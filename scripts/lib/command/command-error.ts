/** A reason why a command cannot go on, as one sentence for the person who gave it. */
export class Refusal extends Error {}
