import { useTranslation } from '../../i18n/use-translation.ts';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import type { NightSlug } from './night-people.ts';
import { NightScene } from './night-scene.tsx';
import './alonetonight.css';

/** Landing page with a house front at night. The visitor's own window lights up while the form holds a valid e-mail address. */
function AlonetonightLander({ slug }: { slug: NightSlug }) {
  const { t } = useTranslation('lander-alonetonight');
  usePageTitle(t(`${slug}.title`));
  return (
    <section className={`night-lander is-${slug}`}>
      <div className="night-intro">
        <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
        <p className="night-lead">{t(`${slug}.lead`)}</p>
        <LanderForm submit={t(`${slug}.submit`)} />
      </div>
      <div className="night-street" aria-hidden="true">
        <div className="night-scene">
          <NightScene night={slug} />
          <p className="night-bubble night-question">{t(`${slug}.question`)}</p>
          <p className="night-bubble night-reply">{t(`${slug}.reply`)}</p>
          <p className="night-own-label">{t('yours')}</p>
        </div>
      </div>
    </section>
  );
}

export const Screen = landerBySlug('landers-alonetonight-slug', AlonetonightLander);
