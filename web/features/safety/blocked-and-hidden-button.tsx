import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { createLazyModule, useLazyModule } from '../../ui/lazy-module.ts';
import { useOnSectionLink } from '../../ui/navigation/hash-target.ts';

const lazyDialog = createLazyModule(() => import('./blocked-and-hidden-dialog.tsx'), 'safety');

/** The hash of links to this section of the member's own profile page. */
export const BLOCKED_AND_HIDDEN_ID = 'put-aside';

/** Button that opens the dialog with blocked and hidden members. A link with its hash opens it, too. */
export function BlockedAndHiddenButton() {
  const { t } = useTranslation('profile');
  const [isOpen, setIsOpen] = useState(false);
  const dialogModule = useLazyModule(lazyDialog, isOpen);
  useOnSectionLink(BLOCKED_AND_HIDDEN_ID, () => setIsOpen(true));
  return (
    <>
      <Button tone="soft" small busy={isOpen && !dialogModule} onClick={() => setIsOpen(true)}>
        {t('put_aside_show')}
      </Button>
      {isOpen && dialogModule && <dialogModule.BlockedAndHiddenDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
