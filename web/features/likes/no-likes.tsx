import type { LikeType } from '#contract/likes';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Illustration of the empty list: two overlapping cards, one with a filled heart. */
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
        art={<NoLikesArt />}
        title={t(`empty_${type}`)}
        text={t(`empty_${type}_text`)}
        action={<ButtonLink to={type === 'matches' ? '/likes' : '/members'}>{t(`empty_${type}_action`)}</ButtonLink>}
      />
    </section>
  );
}
