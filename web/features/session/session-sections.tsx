import type { User } from '#contract/account';
import { DevicesSection } from './devices/devices-section.tsx';
import { PasswordSection } from './password/password-section.tsx';

/** How a session begins and where sessions are open: password and devices. */
export const SessionSections = ({ user }: { user: User }) => (
  <>
    <PasswordSection user={user} />
    <DevicesSection />
  </>
);
