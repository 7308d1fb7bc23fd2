import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';
import { Town } from './town.tsx';
import type { TownSlug } from './towns.ts';
import './map.css';

/** Landing page with the map of an invented town, and the form as a panel over it. */
function MapLander({ slug }: { slug: TownSlug }) {
  const { t } = useTranslation('lander-map');
  usePageTitle(t(`${slug}.title`));
  return (
    <div className="map-lander">
      <LanderHead />
      <main className="map-panel">
        <h1 className="display display-40">{t(`${slug}.headline`)}</h1>
        <p className="muted">{t(`${slug}.lead`)}</p>
        <LanderForm submit={t(`${slug}.submit`)} />
        <p className="hint">{t('plain')}</p>
      </main>
      <Town town={slug} />
    </div>
  );
}

export const Screen = landerBySlug('landers-maplanding-slug', MapLander);
