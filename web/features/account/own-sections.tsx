import type { User } from '#contract/account';
import { useNamedSection } from '../../session/use-asked.ts';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PasswordSection } from './password-section.tsx';

/** How the member gets in: address, password, devices. */
export function AccessSections({ user }: { user: User }) {
  // They come after their screen, and the address may name one of them.
  useNamedSection();
  return (
    <div>
      <EmailSection user={user} />
      <PasswordSection user={user} />
      <DevicesSection />
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
