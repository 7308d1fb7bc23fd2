import { BlockDialog } from './block-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import type { SafetyQuestion } from './safety-question.ts';
import { WhyDialog } from './why-dialog.tsx';
import './safety.css';

/** The dialog of what was asked about a member. */
export function SafetyDialog({ question, onClose }: { question: SafetyQuestion; onClose: () => void }) {
  const { kind, profile, conversation, item } = question;
  if (kind === 'why') return <WhyDialog card={profile} onClose={onClose} />;
  if (kind === 'block') return <BlockDialog profile={profile} item={item} onClose={onClose} />;
  return <ReportDialog profile={profile} conversation={conversation} item={item} onClose={onClose} />;
}
