import { type Cam, openCam } from '#contract/partners';
import { endpointUrl } from '../../api/endpoint-url.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/images/picture.tsx';
import { PartnerAnchor } from './partner-anchor.tsx';
import './cam-tile.css';

/** A tile for a partner's webcam among the results. It is no member's card and has no like or chat button. */
export function CamTile({ cam }: { cam: Cam }) {
  const { t } = useTranslation('partners');
  return (
    <PartnerAnchor className="ad-tile" href={endpointUrl(openCam, { account: cam.account })}>
      <span className="ad-tag">{t('label')}</span>
      <span className="ad-picture">
        <Icon name="video" />
        <Picture src={cam.thumb_filename} alt="" loading="lazy" decoding="async" />
      </span>
      <span className="ad-title">{t('cam_title', { name: cam.name, age: cam.age })}</span>
      <span className="ad-external">
        {t('elsewhere')}
        <Icon name="external-link" size="xs" />
      </span>
    </PartnerAnchor>
  );
}
