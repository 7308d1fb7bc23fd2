import { useState } from 'react';
import type { FieldCode } from '#contract/errors';
import { CallError } from './call.ts';

const NO_FIELDS: Readonly<Record<string, FieldCode>> = {};

/**
 * State of an action that a press starts: whether it runs, and its error, by field (422) or as a whole. While it runs, another press is
 * ignored.
 */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error instanceof CallError && error.status === 422 ? error.fields : NO_FIELDS;

  /** Runs `work`. Resolves to false if it failed or another run is in progress; never rejects. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setError(null);
    try {
      await work();
      return true;
    } catch (thrown) {
      setError(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  };
  /** The error if it belongs to no field, else null. */
  const failure = Object.keys(fields).length === 0 ? error : null;
  return { run, isBusy, error, fields, failure, clearError: () => setError(null) };
}
