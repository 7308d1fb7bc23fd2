import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { createPart, usePart } from '../../ui/lazy-module.ts';
import { useAsked } from '../../ui/navigation/hash-target.ts';

const dialog = createPart(() => import('./blocked-and-hidden-dialog.tsx'), 'safety');

/** The section of the own page it stands in, for links. */
export const PUT_ASIDE = 'put-aside';

/** The way to everybody put aside. */
export function PutAsideButton() {
  const { t } = useTranslation('profile');
  const [isOpen, setIsOpen] = useState(false);
  const part = usePart(dialog, isOpen);
  useAsked(PUT_ASIDE, () => setIsOpen(true));
  return (
    <>
      <Button tone="soft" small busy={isOpen && !part} onClick={() => setIsOpen(true)}>
        {t('put_aside_show')}
      </Button>
      {isOpen && part && <part.PutAsideDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
