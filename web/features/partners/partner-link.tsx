import { openPartner, SEARCH_FLOW } from '#contract/partners';
import { endpointUrl } from '../../api/endpoint-url.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../../ui/icon.tsx';
import { PartnerAnchor } from './partner-anchor.tsx';
import './partner-link.css';

/** The link below the search results to the partner of SEARCH_FLOW, labelled as an advertisement. */
export function PartnerLink() {
  const { t } = useTranslation('partners');
  return (
    <p className="ad-line">
      <PartnerAnchor className="ad-link" href={endpointUrl(openPartner, { flow: SEARCH_FLOW, redirect: '1' })}>
        <span className="ad-tag">{t('label')}</span>
        <span>{t('search_link')}</span>
        <Icon name="external-link" size="xs" />
      </PartnerAnchor>
    </p>
  );
}
