import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LikerCard } from '#contract/likes';
import { likesQuery } from '../../../api/likes/likes-query.ts';
import { FictionalLabel } from '../../../cards/fictional-label.tsx';
import { TruncatedNameAge } from '../../../cards/name-age.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/images/avatar.tsx';
import './liker-navigation.css';

/** The members who like the viewer, in the order of the first load, because opening one of them moves it in the list. */
function useLikers(): readonly LikerCard[] {
  const likes = useQuery(likesQuery).data?.liked_by;
  const [order, setOrder] = useState<readonly string[] | null>(null);
  if (likes && order === null) setOrder(likes.map(({ id }) => id));
  const byId = new Map(likes?.map((like) => [like.id, like]));
  return (order ?? []).flatMap((id) => byId.get(id) ?? []);
}

function LikerLink({ liker, label, isBack = false }: { liker: LikerCard; label: string; isBack?: boolean }) {
  return (
    <Link
      className={isBack ? 'panel liker-navigation-link is-previous' : 'panel liker-navigation-link'}
      to={`/likes/m/${liker.id}`}
      replace
    >
      <Icon name={isBack ? 'chevron-left' : 'chevron-right'} />
      <Avatar image={liker.main_image} name={liker.name} size={48} />
      <span className="flex-grow">
        <span className="muted small">{label}</span>
        <b className="liker-name">
          <TruncatedNameAge profile={liker} />
        </b>
        {liker.is_fictional && <FictionalLabel />}
      </span>
    </Link>
  );
}

/** Links to the previous and the next member who likes the viewer. They replace the history entry, so that back leads to the list. */
export function LikerNavigation({ id }: { id: string }) {
  const { t } = useTranslation('members');
  const likers = useLikers();
  const index = likers.findIndex((liker) => liker.id === id);
  const [previous, next] = index < 0 ? [] : [likers[index - 1], likers[index + 1]];
  if (!previous && !next) return null;
  return (
    <nav className="liker-navigation" aria-label={t('likers')}>
      {previous && <LikerLink liker={previous} label={t('liker_before')} isBack />}
      {next && <LikerLink liker={next} label={t('liker_next')} />}
    </nav>
  );
}
