import { BlockDialog } from './block-dialog.tsx';
import type { SafetyQuestion } from './open-safety-dialog.ts';
import { ReportDialog } from './report-dialog.tsx';
import { WhyDialog } from './why-shown-dialog.tsx';
import './safety.css';

/** The dialog of a `SafetyQuestion`. */
export function SafetyDialog({ question, onClose }: { question: SafetyQuestion; onClose: () => void }) {
  const { kind, profile, conversation, item } = question;
  if (kind === 'why') return <WhyDialog card={profile} onClose={onClose} />;
  if (kind === 'block') return <BlockDialog profile={profile} item={item} onClose={onClose} />;
  return <ReportDialog profile={profile} conversation={conversation} item={item} onClose={onClose} />;
}
