import { useTranslation } from 'react-i18next';
import type { Slug } from '#contract/landers';
import { usePageTitle } from '../../session/page-title.ts';
import { bySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';

function MemberLanding3Lander({ slug }: { slug: Slug<'members-memberId-landing3-slug'> }) {
  const { t } = useTranslation('member-landing3');
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

export const Screen = bySlug('members-memberId-landing3-slug', MemberLanding3Lander);
