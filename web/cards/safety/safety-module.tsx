import { BlockDialog } from './block-dialog.tsx';
import type { SafetyDialogState } from './open-safety-dialog.ts';
import { ReportDialog } from './report-dialog.tsx';
import { WhyShownDialog } from './why-shown-dialog.tsx';
import './safety.css';

export { MemberMenuEntries } from './member-menu-entries.tsx';
export { UnblockButton } from './unblock-button.tsx';

/** The dialog of a `SafetyDialogState`. */
export function SafetyDialog({ question, onClose }: { question: SafetyDialogState; onClose: () => void }) {
  const { kind, profile, conversation, item } = question;
  if (kind === 'why') return <WhyShownDialog card={profile} onClose={onClose} />;
  if (kind === 'block') return <BlockDialog profile={profile} item={item} onClose={onClose} />;
  return <ReportDialog profile={profile} conversation={conversation} item={item} onClose={onClose} />;
}
