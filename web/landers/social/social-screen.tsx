import type { LanderSlug } from '#contract/pages/landers';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../session/settings.ts';
import { Picture } from '../../ui/images/picture.tsx';
import { usePageTitle } from '../../ui/navigation/page-title.ts';
import { landerBySlug } from '../by-slug.tsx';
import { LanderForm } from '../lander-form.tsx';
import { LanderHead } from '../lander-head.tsx';
import { AUTHORS, POSTS } from './example-posts.ts';
import './social.css';

type SocialSlug = LanderSlug<'landers-socialnetwork-slug'>;

/** A feed of three example posts, each with an answer, and a text at its end. */
function Feed({ slug }: { slug: SocialSlug }) {
  const { t } = useTranslation('lander-social');
  const { name } = useSettings();
  return (
    <section className="social-feed" aria-label={t('feed')}>
      <ol>
        {POSTS.map((post, i) => (
          <li className="social-post" key={post}>
            <div className="social-post-author">
              <Picture src={AUTHORS[slug][post].portrait} alt="" width={48} height={48} loading={i ? 'lazy' : 'eager'} />
              <strong>{AUTHORS[slug][post].name}</strong>
              <span className="social-example-label">{t('example')}</span>
            </div>
            <p className="social-post-text">{t(`${slug}.post_${post}`)}</p>
            <p className="social-post-reply">{t(`${slug}.reply_${post}`)}</p>
          </li>
        ))}
      </ol>
      <div className="social-end">
        <p className="display display-28">{t('end_title')}</p>
        <p>{t('end_text', { site: name })}</p>
      </div>
    </section>
  );
}

function SocialLander({ slug }: { slug: SocialSlug }) {
  const { t } = useTranslation('lander-social');
  const { name } = useSettings();
  usePageTitle(t(`${slug}.title`));
  return (
    <div className="social-feed-page">
      <LanderHead />
      <main className="social-main">
        <div className="social-text">
          <h1 className="display display-56">{t(`${slug}.headline`)}</h1>
          <p className="social-lead">{t(`${slug}.lead`, { site: name })}</p>
          <LanderForm submit={t(`${slug}.submit`)} />
        </div>
        <Feed slug={slug} />
      </main>
    </div>
  );
}

export const Screen = landerBySlug('landers-socialnetwork-slug', SocialLander);
