import type { User } from '#contract/account';
import { type Changes, useSaveUser } from '../../../session/save-user.ts';
import type { Step } from './steps.ts';

export interface StepProps {
  user: User;
  step: Step;
  onDone: () => void;
}

/** The number of the last step that is done, which never goes back. */
export const lastStepOf = (user: User, step: Step) => Math.max(step, user.last_signup_step ?? 0);

/** Saves the answers of a step, then leads on; without answers the step is skipped. */
export function useStepSave({ user, step, onDone }: StepProps) {
  const { save, isBusy, fields, failure } = useSaveUser();
  const finish = async (changes: Changes = {}): Promise<boolean> => {
    const isSaved = await save({ ...changes, lastSignupStep: lastStepOf(user, step) });
    if (isSaved) onDone();
    return isSaved;
  };
  return { finish, isBusy, fields, failure };
}
