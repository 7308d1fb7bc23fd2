import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ProfileCard } from '#contract/profile';
import { createPart, usePart } from '../../session/part.ts';
import { Icon } from '../../ui/icon.tsx';
import { useChatName } from './chat-name.ts';
import { OverflowMenu } from './overflow-menu.tsx';

const deleting = createPart(() => import('./delete-chat.tsx'));

/** What can be done with a chat as a whole. Deleting asks first. */
export function ChatMenu({ conversation, profile }: { conversation: string; profile: ProfileCard }) {
  const { t } = useTranslation('chat');
  const name = useChatName()(profile);
  const [isAsking, setIsAsking] = useState(false);
  const part = usePart(deleting, isAsking);
  return (
    <>
      <OverflowMenu label={t('menu', { name })} className="more">
        {!profile.is_gone && (
          <Link className="menu-item" role="menuitem" to={`/members/${profile.id}`}>
            <Icon name="user-round" />
            {t('menu_profile')}
          </Link>
        )}
        <button type="button" className="menu-item" role="menuitem" onClick={() => setIsAsking(true)}>
          <Icon name="trash-2" />
          {t('menu_delete')}
        </button>
      </OverflowMenu>
      {isAsking && part && <part.DeleteChat conversation={conversation} name={name} onClose={() => setIsAsking(false)} />}
    </>
  );
}
