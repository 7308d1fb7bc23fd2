import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { createPart, usePart } from '../../ui/lazy-module.ts';
import { useAsked } from '../../ui/navigation/hash-target.ts';

const dialog = createPart(() => import('./blocked-and-hidden-dialog.tsx'), 'safety');

/** The hash of links to this section of the member's own profile page. */
export const PUT_ASIDE = 'put-aside';

/** Button that opens the dialog with blocked and hidden members. A link with its hash opens it, too. */
export function PutAsideButton() {
  const { t } = useTranslation('profile');
  const [isOpen, setIsOpen] = useState(false);
  const dialogModule = usePart(dialog, isOpen);
  useAsked(PUT_ASIDE, () => setIsOpen(true));
  return (
    <>
      <Button tone="soft" small busy={isOpen && !dialogModule} onClick={() => setIsOpen(true)}>
        {t('put_aside_show')}
      </Button>
      {isOpen && dialogModule && <dialogModule.PutAsideDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
