import { useStore } from '../../platform/store.ts';
import { usePart } from '../../ui/lazy-module.ts';
import { safetyPart } from './lazy-safety-module.ts';
import { safetyQuestion } from './open-safety-dialog.ts';

/** Where the dialogs about a member are drawn. */
export function SafetySlot() {
  const question = useStore(safetyQuestion);
  const part = usePart(safetyPart, question !== null);
  return question && part ? <part.SafetyDialog question={question} onClose={() => safetyQuestion.set(null)} /> : null;
}
