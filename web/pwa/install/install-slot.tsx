import { useState } from 'react';
import { createPart, usePart } from '../../ui/lazy-module.ts';
import { useInstall } from './use-install.ts';
import './install-slot.css';

export const installParts = createPart(() => import('./install-offer.tsx'), 'install');

/** A place among other things for the offer to install, kept free until it is here. What is offered after the screen began waits for the next time, so that nothing moves. */
export function InstallSlot() {
  const { isOffered } = useInstall();
  const [wasOffered] = useState(isOffered);
  const isShown = wasOffered && isOffered;
  const parts = usePart(installParts, isShown);
  return isShown ? <div className="install-slot">{parts && <parts.InstallCard />}</div> : null;
}
