import { useStore } from '../../platform/store.ts';
import { usePart } from '../../ui/lazy-module.ts';
import { safetyPart } from './lazy-safety-module.ts';
import { safetyQuestion } from './open-safety-dialog.ts';

/** Draws the open dialog about a member, if there is one. Its code is loaded when it is first needed. */
export function SafetySlot() {
  const question = useStore(safetyQuestion);
  const safetyModule = usePart(safetyPart, question !== null);
  return question && safetyModule ? <safetyModule.SafetyDialog question={question} onClose={() => safetyQuestion.set(null)} /> : null;
}
