/** A guard that no test can miss, because another one stops the same. */
export interface EquivalentMutant {
  readonly path: string;
  /** The removed text on one line, as the command prints it. */
  readonly removed: string;
  readonly reason: string;
}

export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [];
