import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import type { IconsSlug } from './thing.ts';
import { ThingPicks } from './thing-picks.tsx';
import { THINGS } from './things.ts';
import './icons.css';

/** Landing page with things to choose from; each chosen one suggests a first sentence. */
function IconsLander({ slug }: { slug: IconsSlug }) {
  const { t } = useTranslation('lander-icons');
  usePageTitle(t(`${slug}.title`));
  return (
    <section className={`icons-lander is-${slug}`}>
      <div className="icons-words">
        <h1 className="d d56">{t(`${slug}.headline`)}</h1>
        <p>{t(`${slug}.lead`)}</p>
      </div>
      <ThingPicks key={slug} things={THINGS[slug]} />
      <div className="icons-form">
        <LanderForm submit={t(`${slug}.submit`)} />
      </div>
    </section>
  );
}

export const Screen = landerBySlug('landers-iconslanding-slug', IconsLander);
