import { useTranslation } from 'react-i18next';
import type { Slug } from '#contract/landers';
import { usePageTitle } from '../../session/page-title.ts';
import { bySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';

function IconsLander({ slug }: { slug: Slug<'landers-iconslanding-slug'> }) {
  const { t } = useTranslation('lander-icons');
  usePageTitle(t(`${slug}.title`));
  return (
    <section>
      <h1 className="d d56">{t(`${slug}.headline`)}</h1>
      <p>{t(`${slug}.lead`)}</p>
      <LanderForm submit={t(`${slug}.submit`)} />
    </section>
  );
}

export const Screen = bySlug('landers-iconslanding-slug', IconsLander);
