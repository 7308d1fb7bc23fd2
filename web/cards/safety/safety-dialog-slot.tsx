import { useStore } from '../../platform/store.ts';
import { useLazyModule } from '../../ui/lazy-module.ts';
import { lazySafetyModule } from './lazy-safety-module.ts';
import { safetyDialog } from './open-safety-dialog.ts';

/** Draws the open dialog about a member, if there is one. Its code is loaded when it is first needed. */
export function SafetySlot() {
  const question = useStore(safetyDialog);
  const safetyModule = useLazyModule(lazySafetyModule, question !== null);
  return question && safetyModule ? <safetyModule.SafetyDialog question={question} onClose={() => safetyDialog.set(null)} /> : null;
}
