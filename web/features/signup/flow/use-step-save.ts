import type { User } from '#contract/account';
import { type UserChanges, useSaveUser } from '../../../session/save-user.ts';
import { type Step, stepNumber } from './signup-progress.ts';

export interface StepProps {
  user: User;
  step: Step;
  onDone: () => void;
}

/** The number of the last finished step, as it is stored: it never becomes smaller. */
export const furthestStep = (user: User, step: Step) => Math.max(stepNumber(step), user.last_signup_step ?? 0);

/**
 * `finish` saves the answers of a step and its number, then calls `onDone`; without answers it saves the number alone. It resolves to false
 * if saving failed.
 */
export function useStepSave({ user, step, onDone }: StepProps) {
  const { save, isBusy, fields, failure } = useSaveUser();
  const finish = async (changes: UserChanges = {}): Promise<boolean> => {
    const isSaved = await save({ ...changes, lastSignupStep: furthestStep(user, step) });
    if (isSaved) onDone();
    return isSaved;
  };
  return { finish, isBusy, fields, failure };
}
