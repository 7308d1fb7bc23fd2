import { useState } from 'react';
import { readItem, writeItem } from '../../platform/web-storage.ts';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';

const lazyDialog = createLazyModule(() => import('./sensitive-consent-dialog.tsx'), 'consent');
/** That a member was asked on this device; `<what>/<member>`, so that the purge at logout deletes it. */
const askedKey = (member: string) => `consent-asked/${member}`;

/** Asks a member with unconsented answers once on this device. What they do on the site does not wait for the answer. */
export function SensitiveConsentSlot({ member }: { member: string }) {
  const [isOpen, setOpen] = useState(() => (readItem(askedKey(member)) ?? null) === null);
  const dialogModule = useLazyModule(lazyDialog, isOpen);
  const close = () => {
    writeItem(askedKey(member), '1');
    setOpen(false);
  };
  return isOpen && dialogModule ? <dialogModule.SensitiveConsentDialog onClose={close} /> : null;
}
