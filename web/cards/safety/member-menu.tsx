import { useState } from 'react';
import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/user.ts';
import { useLazyModule } from '../../ui/lazy-module.ts';
import { Menu } from '../../ui/menus/menu.tsx';
import { lazySafetyModule } from './lazy-safety-module.ts';

interface MemberMenuProps {
  profile: ProfileCard;
  className: string;
  /** On a card the menu may also offer why the member is shown. */
  isOnCard?: boolean;
  isBlocked?: boolean;
}

/** The menu to hide, block or report another member. Renders nothing for visitors and for the member themselves. */
export function MemberMenu({ profile, className, isOnCard = false, isBlocked = false }: MemberMenuProps) {
  const { t } = useTranslation('cards');
  const [isOpen, setIsOpen] = useState(false);
  const safetyModule = useLazyModule(lazySafetyModule, isOpen);
  const user = useUser();
  if (!user || user.id === profile.id) return null;
  return (
    <Menu label={t('more', { name: profile.name })} title={profile.name} className={className} onOpenChange={setIsOpen}>
      {safetyModule && <safetyModule.MemberMenuEntries profile={profile} isOnCard={isOnCard} isBlocked={isBlocked} conversation={null} />}
    </Menu>
  );
}
