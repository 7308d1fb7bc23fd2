import type { LanderSlug } from '#contract/pages/landers';

/** The paper clip that holds the photo. */
export const Clip = () => (
  <svg className="postcard-paper-clip" viewBox="0 0 24 60" width="24" height="60" aria-hidden="true">
    <path d="M6 14v32a6 6 0 0 0 12 0V12a4 4 0 0 0-8 0v30" />
  </svg>
);

/** The wavy lines of a postmark over the stamp. */
export const PostmarkWaves = () => (
  <svg className="postcard-postmark-waves" viewBox="0 0 120 44" width="120" height="44" aria-hidden="true">
    {[6, 16, 26, 36].map((y) => (
      <path key={y} d={`M0 ${y}q10-8 20 0t20 0 20 0 20 0 20 0 20 0`} />
    ))}
  </svg>
);

/** The decoration of a slug: a coffee ring, or a walked route. That of the letter is a border, made in CSS. */
export function CardDecoration({ slug }: { slug: LanderSlug<'members-memberId-landing2-slug'> }) {
  if (slug === 'coffee') return <i className="postcard-coffee-ring" />;
  if (slug === 'letter') return null;
  return (
    <svg className="postcard-route" viewBox="0 0 400 160" aria-hidden="true">
      <path d="M6 150c60-70 120 10 170-40s-20-70 40-84 60 70 112 40" />
      <path className="postcard-destination" d="m328 54 16 16m0-16-16 16" />
    </svg>
  );
}
