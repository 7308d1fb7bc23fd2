import { useState } from 'react';
import type { FieldCode } from '#contract/errors';
import { CallError } from './call.ts';

const NO_FIELDS: Readonly<Record<string, FieldCode>> = {};

/** One press, one piece of work: busy while it runs, and what refused it, by field or as one error. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error instanceof CallError && error.status === 422 ? error.fields : NO_FIELDS;

  /** True when the work was done. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (refusal) {
      setError(refusal);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** The error that belongs to no field. */
  const failure = Object.keys(fields).length === 0 ? error : null;
  return { run, isBusy, error, fields, failure, forget: () => setError(null) };
}
