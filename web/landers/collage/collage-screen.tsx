import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import type { CollageSlug } from './collage-pieces.ts';
import { CollageTable } from './collage-table.tsx';
import './torn-edges.css';
import './collage.css';
import './collage-places.css';

/** Landing page with a collage of paper, photos and notes. */
function CollageLander({ slug }: { slug: CollageSlug }) {
  const { t } = useTranslation('lander-collage');
  usePageTitle(t(`${slug}.title`));
  return (
    <section className={`collage is-${slug}`}>
      <div className="collage-text">
        <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
        <p className="collage-lead">{t(`${slug}.lead`)}</p>
        <LanderForm submit={t(`${slug}.submit`)} />
      </div>
      <CollageTable slug={slug} />
    </section>
  );
}

export const Screen = landerBySlug('landers-collagelanding-slug', CollageLander);
