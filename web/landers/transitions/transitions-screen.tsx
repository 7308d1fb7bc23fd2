import { useTranslation } from 'react-i18next';
import type { Slug } from '#contract/landers';
import { usePageTitle } from '../../session/page-title.ts';
import { bySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';

function TransitionsLander({ slug }: { slug: Slug<'landers-transitionsvideolanding-slug'> }) {
  const { t } = useTranslation('lander-transitions');
  usePageTitle(t(`${slug}.title`));
  return (
    <section>
      <h1 className="d d56">{t(`${slug}.headline`)}</h1>
      <p>{t(`${slug}.lead`)}</p>
      <LanderForm submit={t(`${slug}.submit`)} />
    </section>
  );
}

export const Screen = bySlug('landers-transitionsvideolanding-slug', TransitionsLander);
