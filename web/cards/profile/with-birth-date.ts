import { CallError } from '../../api/call.ts';

type Ask = () => Promise<boolean>;

let askBirthDate: Ask | undefined;

/** Says how the member is asked for their date of birth; it resolves to whether the account has one then. */
export function setBirthDateQuestion(ask: Ask): void {
  askBirthDate = ask;
}

/**
 * Runs a call that needs a date of birth. If the server misses it, asks the member for it and runs the call again. Throws what the call
 * throws, also the refusal if the member does not answer (docs/product.md, "Date of birth before likes and messages").
 */
export async function withBirthDate<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isMissing = error instanceof CallError && error.code === 'date_of_birth_required';
    if (!isMissing || !(await askBirthDate?.())) throw error;
    return run();
  }
}
