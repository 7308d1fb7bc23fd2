import type { ProfileCard } from '#contract/profile';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Photo } from '../../ui/images/photo.tsx';

/** Shown without unread messages: a short text with photos of up to two new, real members or, without any, with two sample messages. */
export function NothingWaiting({ faces }: { faces: readonly ProfileCard[] }) {
  const { t } = useTranslation('home');
  const images = faces
    .flatMap(({ main_image: image, is_fictional: isFictional }) => (image && !image.is_nude && !isFictional ? [image] : []))
    .slice(0, 2);
  return (
    <section className="lead home-lead-quiet">
      <div className="home-lead-words">
        <h2 className="d d28">{t('quiet_title')}</h2>
        <p className="home-lead-soft">{t('quiet_text')}</p>
        <p>
          <ButtonLink to="/members" tone="paper">
            {t('quiet_action')}
          </ButtonLink>
        </p>
      </div>
      {images.length > 0 ? (
        <div className="home-lead-fan" aria-hidden="true">
          {images.map((image) => (
            <Photo key={image.id} image={image} alt="" sizes="180px" />
          ))}
        </div>
      ) : (
        <div className="home-lead-bubbles" aria-hidden="true">
          <p>{t('quiet_question')}</p>
          <p>{t('quiet_reply')}</p>
        </div>
      )}
    </section>
  );
}
