import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { KITCHEN } from './kitchen-things.tsx';
import { MUSIC } from './music-things.tsx';
import { ROAD } from './road-things.tsx';
import type { DrawnThing, IconsSlug } from './thing.ts';
import { ThingPicks } from './thing-picks.tsx';
import './icons.css';

const THINGS: Record<IconsSlug, readonly DrawnThing[]> = { music: MUSIC, kitchen: KITCHEN, 'on-the-road': ROAD };

/** Landing page with things to choose from; each chosen one suggests a first sentence. */
function IconsLander({ slug }: { slug: IconsSlug }) {
  const { t } = useTranslation('lander-icons');
  usePageTitle(t(`${slug}.title`));
  return (
    <section className={`icons-lander is-${slug}`}>
      <div className="icons-lander-text">
        <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
        <p>{t(`${slug}.lead`)}</p>
      </div>
      <ThingPicks key={slug} things={THINGS[slug]} />
      <div>
        <LanderForm submit={t(`${slug}.submit`)} />
      </div>
    </section>
  );
}

export const Screen = landerBySlug('landers-iconslanding-slug', IconsLander);
