import type { ReactNode } from 'react';
import type { User } from '#contract/account';
import { useScrollToHash } from '../../ui/navigation/hash-target.ts';
import { ConsentSection } from './consent-section.tsx';
import { DeleteSection } from './deletion/delete-section.tsx';
import { EmailSection } from './email-change/email-section.tsx';
import { ExportSection } from './export-section.tsx';

/** The settings for signing in: the e-mail address, and below it what the screen passes as `children`. */
export function SignInSections({ user, children }: { user: User; children: ReactNode }) {
  // These sections are loaded after their screen, and the hash of the address may name one of them.
  useScrollToHash();
  return (
    <div>
      <EmailSection user={user} />
      {children}
    </div>
  );
}

/** Consent to, export and deletion of what is stored about the member. `countUnsent` counts the messages in the send queue. */
export function DataSections({ user, countUnsent }: { user: User; countUnsent: () => Promise<number> }) {
  return (
    <div>
      <ConsentSection user={user} />
      <ExportSection />
      <DeleteSection countUnsent={countUnsent} />
    </div>
  );
}
