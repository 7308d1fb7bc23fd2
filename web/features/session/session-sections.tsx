import type { User } from '#contract/account';
import { DevicesSection } from './devices/devices-section.tsx';
import { PasswordSection } from './password/password-section.tsx';

/** The sections of the own profile page about signing in: password and devices. */
export const SessionSections = ({ user }: { user: User }) => (
  <>
    <PasswordSection user={user} />
    <DevicesSection />
  </>
);
