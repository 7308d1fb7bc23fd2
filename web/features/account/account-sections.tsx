import type { ReactNode } from 'react';
import type { User } from '#contract/account';
import { useNamedSection } from '../../ui/navigation/hash-target.ts';
import { DeleteSection } from './deletion/delete-section.tsx';
import { EmailSection } from './email-change/email-section.tsx';
import { ExportSection } from './export-section.tsx';

/** How the member gets in: the address, and what else the screen puts below it. */
export function AccessSections({ user, children }: { user: User; children: ReactNode }) {
  // They come after their screen, and the address may name one of them.
  useNamedSection();
  return (
    <div>
      <EmailSection user={user} />
      {children}
    </div>
  );
}

/** What is kept of the member: to take along, and to have erased. */
export function KeptSections({ countUnsent }: { countUnsent: () => Promise<number> }) {
  return (
    <div>
      <ExportSection />
      <DeleteSection countUnsent={countUnsent} />
    </div>
  );
}
