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
    <section className="home-hero home-hero-nothing-waiting">
      <div className="home-hero-text">
        <h2 className="display display-28">{t('quiet_title')}</h2>
        <p className="home-hero-muted">{t('quiet_text')}</p>
        <p>
          <ButtonLink to="/members" tone="paper">
            {t('quiet_action')}
          </ButtonLink>
        </p>
      </div>
      {images.length > 0 ? (
        <div className="home-hero-portraits" aria-hidden="true">
          {images.map((image) => (
            <Photo key={image.id} image={image} alt="" sizes="180px" />
          ))}
        </div>
      ) : (
        <div className="home-hero-bubbles" aria-hidden="true">
          <p>{t('quiet_question')}</p>
          <p>{t('quiet_reply')}</p>
        </div>
      )}
    </section>
  );
}
