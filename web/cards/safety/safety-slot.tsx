import { usePart } from '../../session/part.ts';
import { useStore } from '../../session/store.ts';
import { safetyPart } from './safety-part.ts';
import { safetyQuestion } from './safety-question.ts';

/** Where the dialogs about a member are drawn. */
export function SafetySlot() {
  const question = useStore(safetyQuestion);
  const part = usePart(safetyPart, question !== null);
  return question && part ? <part.SafetyDialog question={question} onClose={() => safetyQuestion.set(null)} /> : null;
}
