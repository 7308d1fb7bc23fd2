import { useTranslation } from 'react-i18next';
import type { Slug } from '#contract/landers';
import { usePageTitle } from '../../session/page-title.ts';
import { bySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';

function SocialLander({ slug }: { slug: Slug<'landers-socialnetwork-slug'> }) {
  const { t } = useTranslation('lander-social');
  usePageTitle(t(`${slug}.title`));
  return (
    <main>
      <LanderHead />
      <h1 className="d d56">{t(`${slug}.headline`)}</h1>
      <p>{t(`${slug}.lead`)}</p>
      <LanderForm submit={t(`${slug}.submit`)} />
    </main>
  );
}

export const Screen = bySlug('landers-socialnetwork-slug', SocialLander);
