import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileCard } from '#contract/profile';
import { useUser } from '../../session/user.ts';
import { usePart } from '../../ui/lazy-module.ts';
import { Menu } from '../../ui/menus/menu.tsx';
import { safetyPart } from './lazy-safety-module.ts';

interface MemberMenuProps {
  profile: ProfileCard;
  className: string;
  /** On a card: there it may be asked why it is shown. */
  isOnCard?: boolean;
  isBlocked?: boolean;
}

/** What can be done about another member: hidden, blocked, reported. Nothing for visitors and for oneself. */
export function MemberMenu({ profile, className, isOnCard = false, isBlocked = false }: MemberMenuProps) {
  const { t } = useTranslation('cards');
  const [isOpen, setIsOpen] = useState(false);
  const part = usePart(safetyPart, isOpen);
  const user = useUser();
  if (!user || user.id === profile.id) return null;
  return (
    <Menu label={t('more', { name: profile.name })} title={profile.name} className={className} onOpenChange={setIsOpen}>
      {part && <part.MemberEntries profile={profile} isOnCard={isOnCard} isBlocked={isBlocked} conversation={null} />}
    </Menu>
  );
}
