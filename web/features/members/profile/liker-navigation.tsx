import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LikedBy } from '#contract/likes';
import { likesQuery } from '../../../api/queries.ts';
import { FictionalLabel } from '../../../cards/fictional-label.tsx';
import { CutNameAge } from '../../../cards/name-age.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/images/avatar.tsx';
import './liker-navigation.css';

/** Who likes me, in the order in which they stood when the first of them was opened: opening one moves it in the list. */
function useLikers(): readonly LikedBy[] {
  const likes = useQuery(likesQuery).data?.liked_by;
  const [order, setOrder] = useState<readonly string[] | null>(null);
  if (likes && order === null) setOrder(likes.map(({ id }) => id));
  const byId = new Map(likes?.map((like) => [like.id, like]));
  return (order ?? []).flatMap((id) => byId.get(id) ?? []);
}

function Step({ liker, label, isBack = false }: { liker: LikedBy; label: string; isBack?: boolean }) {
  return (
    <Link className={isBack ? 'panel liker-step is-back' : 'panel liker-step'} to={`/likes/m/${liker.id}`} replace>
      <Icon name={isBack ? 'chevron-left' : 'chevron-right'} />
      <Avatar image={liker.main_image} name={liker.name} size={48} />
      <span className="grow">
        <span className="soft small">{label}</span>
        <b className="liker-name">
          <CutNameAge profile={liker} />
        </b>
        {liker.is_fictional && <FictionalLabel />}
      </span>
    </Link>
  );
}

/** From one who likes me to the one before and the next; back still leads to the list. */
export function LikerSteps({ id }: { id: string }) {
  const { t } = useTranslation('members');
  const likers = useLikers();
  const place = likers.findIndex((liker) => liker.id === id);
  const [before, next] = place < 0 ? [] : [likers[place - 1], likers[place + 1]];
  if (!before && !next) return null;
  return (
    <nav className="liker-steps" aria-label={t('likers')}>
      {before && <Step liker={before} label={t('liker_before')} isBack />}
      {next && <Step liker={next} label={t('liker_next')} />}
    </nav>
  );
}
