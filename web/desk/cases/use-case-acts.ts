import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CASE_REFUSALS, type CaseRefusal } from '#contract/operator/operated-cases';
import { CallError } from '../../api/call.ts';
import { reloadCase } from './case-queries.ts';

/** Why something was not done with a case. `changed`: a conflict without a known reason. `gone`: the case cannot be seen any more. */
type CaseProblem = CaseRefusal | 'changed' | 'gone';

/** The conflict in an error; null for any other error. */
export function problemOf(error: unknown): CaseProblem | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'not_found') return 'gone';
  if (error.code !== 'conflict') return null;
  return CASE_REFUSALS.find((reason) => reason === error.details.reason) ?? 'changed';
}

export interface CaseActs {
  readonly number: string;
  /** The latest conflict; another object for each, so that the same one is told again. */
  readonly conflict: { readonly problem: CaseProblem } | null;
  /**
   * Does something with the case, and loads it anew. Resolves to whether it was done: a conflict is told above the case, `onConflict` closes
   * what covers it. Throws any other error; then nothing is loaded.
   */
  readonly attempt: (work: () => Promise<unknown>, onConflict?: () => void) => Promise<boolean>;
}

/** What is done with a case, by whichever part of its page. */
export function useCaseActs(number: string): CaseActs {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<CaseActs['conflict']>(null);
  const attempt: CaseActs['attempt'] = async (work, onConflict) => {
    const problem = await outcomeOf(work);
    if (problem !== null) onConflict?.();
    await reloadCase(client, number);
    setConflict(problem && { problem });
    return problem === null;
  };
  return { number, conflict, attempt };
}

/** Runs work; resolves to its conflict or null. Throws any other error. */
async function outcomeOf(work: () => Promise<unknown>): Promise<CaseProblem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return problem;
  }
}
