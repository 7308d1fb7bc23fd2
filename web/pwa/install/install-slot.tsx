import { useState } from 'react';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { useInstall } from './use-install.ts';
import './install-slot.css';

export const installModule = createLazyModule(() => import('./install-offer.tsx'), 'install');

/**
 * The offer to install, in a space that is reserved while its code loads. An offer that comes after the screen was drawn is shown the next
 * time, so that nothing moves.
 */
export function InstallSlot() {
  const { isOffered } = useInstall();
  const [wasOffered] = useState(isOffered);
  const isShown = wasOffered && isOffered;
  const parts = useLazyModule(installModule, isShown);
  return isShown ? <div className="install-slot">{parts && <parts.InstallCard />}</div> : null;
}
