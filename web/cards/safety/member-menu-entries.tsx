import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { profileQuery } from '../../api/profile/profile-query.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MenuEntry } from '../../ui/menus/menu-entry.tsx';
import { liftBlockWithToast } from './block-member.ts';
import { hideWithUndo } from './hide-member.ts';
import { type SafetyDialogState, safetyDialog } from './open-safety-dialog.ts';
import { listKindAt } from './why-shown.ts';

interface MemberMenuEntriesProps {
  profile: ProfileCard;
  isOnCard: boolean;
  isBlocked: boolean;
  conversation: string | null;
}

/** The entries of a menu for hiding, blocking and reporting a member, and on some lists for why the member is shown. */
export function MemberMenuEntries({ profile, isOnCard, isBlocked, conversation }: MemberMenuEntriesProps) {
  const { t } = useTranslation('safety');
  const client = useQueryClient();
  const { pathname } = useLocation();
  const canAskWhy = isOnCard && listKindAt(pathname) !== null;
  const { id } = profile;
  useEffect(() => {
    if (canAskWhy) void client.prefetchQuery(profileQuery(id));
  }, [canAskWhy, client, id]);
  const openDialog = (kind: SafetyDialogState['kind']) => (item: Element | null) => safetyDialog.set({ kind, profile, conversation, item });
  return (
    <>
      {canAskWhy && <MenuEntry icon="circle-help" label={t('why')} onChoose={openDialog('why')} />}
      {!isBlocked && (
        <MenuEntry icon="eye-off" label={t('hide')} onChoose={(item) => hideWithUndo(client, profile, canAskWhy ? item : null)} />
      )}
      {isBlocked ? (
        <MenuEntry icon="ban" label={t('unblock')} onChoose={() => void liftBlockWithToast(client, profile)} />
      ) : (
        <MenuEntry icon="ban" label={t('block')} onChoose={openDialog('block')} />
      )}
      <MenuEntry icon="flag" label={t('report')} onChoose={openDialog('report')} />
    </>
  );
}
