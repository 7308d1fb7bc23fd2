import type { LikeType } from '#contract/likes';
import amara from '../../../assets/portraits/site/small/amara.webp';
import grace from '../../../assets/portraits/site/small/grace.webp';
import luca from '../../../assets/portraits/site/small/luca.webp';
import omar from '../../../assets/portraits/site/small/omar.webp';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Two for the matches, one for the other lists. */
const FACES: Record<LikeType, readonly string[]> = { liked_by: [amara], profiles: [luca], matches: [grace, omar] };

/** Illustration for templates without pictures: two overlapping cards, one with a filled heart. */
function NoLikesArt() {
  return (
    <div className="fanned-cards" aria-hidden="true">
      <i>
        <Icon name="user-round" />
      </i>
      <i>
        <Icon name="user-round" />
        <b>
          <Icon name="heart" size="s" />
        </b>
      </i>
    </div>
  );
}

export function NoLikes({ type }: { type: LikeType }) {
  const { t } = useTranslation('likes');
  return (
    <section className="panel">
      <EmptyState
        faces={FACES[type]}
        art={<NoLikesArt />}
        icon="heart"
        title={t(`empty_${type}`)}
        text={t(`empty_${type}_text`)}
        action={<ButtonLink to={type === 'matches' ? '/likes' : '/members'}>{t(`empty_${type}_action`)}</ButtonLink>}
      />
    </section>
  );
}
