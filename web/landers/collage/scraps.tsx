import type { ReactNode } from 'react';
import { COLLAGE_PIECES, type CollageSlug } from './collage-pieces.ts';

/** The edge of the stamp, along which its perforation is drawn as dots. */
const STAMP_OUTLINE = 'M4 4h72v92H4z';

/** The pictures on the stamps: a key, a snail, and a steaming loaf of bread. */
const MOTIFS: Record<CollageSlug, ReactNode> = {
  'second-time': (
    <g fill="none" stroke="#e8a94a" strokeWidth="5" strokeLinecap="round">
      <circle cx="40" cy="33" r="12" />
      <path d="M40 45v34M40 70h10M40 79h8" />
    </g>
  ),
  slowly: (
    <>
      <path d="M16 76c10-4 12-2 22-2 12 0 20-4 22-14l3-14" fill="none" stroke="#e8a94a" strokeWidth="8" strokeLinecap="round" />
      <path d="M62 46l-4-9M64 46l5-8" stroke="#e8a94a" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="38" cy="54" r="19" fill="#d9482f" />
      <path
        d="M38 66a12 12 0 1 1 12-12c0 6-5 9-9 9s-8-3-8-7 3-6 6-5"
        fill="none"
        stroke="#fbead2"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <path d="M14 82h52" stroke="#fbead2" strokeWidth="2.4" strokeLinecap="round" opacity=".7" />
    </>
  ),
  'round-the-corner': (
    <>
      <path d="M14 56c0-14 10-22 26-22s26 8 26 22c0 8-6 6-7 14H21c-1-8-7-6-7-14z" fill="#e8a94a" />
      <path d="M28 42q6 7 4 20M40 40q6 8 4 22M52 43q5 8 2 19" fill="none" stroke="#fbead2" strokeWidth="4" strokeLinecap="round" />
      <path d="M18 78h44" stroke="#fbead2" strokeWidth="3" strokeLinecap="round" opacity=".8" />
      <path
        d="M30 26q-4-4 0-9M40 24q-4-4 0-9M50 26q-4-4 0-9"
        fill="none"
        stroke="#fbead2"
        strokeWidth="2.6"
        strokeLinecap="round"
        opacity=".8"
      />
    </>
  ),
};

/** A postage stamp with a postmark over its corner. */
export const Stamp = ({ slug }: { slug: CollageSlug }) => (
  <svg className="postage-stamp" viewBox="-26 -4 110 108" aria-hidden="true">
    <path d={STAMP_OUTLINE} fill="#fffaf0" stroke="#fffaf0" strokeWidth="7" strokeDasharray="0 8.2" strokeLinecap="round" />
    <path d="M10 10h60v80H10z" fill={COLLAGE_PIECES[slug].ink} />
    {MOTIFS[slug]}
    <g fill="none" stroke="#4b2a58" strokeWidth="2" opacity=".55">
      <circle cx="2" cy="26" r="24" />
      <circle cx="2" cy="26" r="17" />
      <path d="M22 14q8 6 16 0t16 0 16 0M24 22q8 6 16 0t16 0 14 0M25 30q8 6 16 0t16 0 14 0" />
    </g>
  </svg>
);

/** The patterns of the scraps of paper: striped wallpaper, a twig, and a street map with a dotted route. */
const PATTERNS: Record<CollageSlug, ReactNode> = {
  'second-time': (
    <>
      <rect width="200" height="200" fill="#d9b8a6" />
      <path d="M10 0v200M50 0v200M90 0v200M130 0v200M170 0v200" stroke="#c58f7c" strokeWidth="12" />
      <path
        d="M30 20l6 10-6 10-6-10zM70 70l6 10-6 10-6-10zM110 20l6 10-6 10-6-10zM150 70l6 10-6 10-6-10zM30 120l6 10-6 10-6-10zM110 120l6 10-6 10-6-10z"
        fill="#8a4a4f"
      />
    </>
  ),
  slowly: (
    <>
      <rect width="200" height="200" fill="#b9c9a8" />
      <g fill="none" stroke="#5c7d57" strokeWidth="4" strokeLinecap="round">
        <path d="M20 190C60 120 100 80 180 20" />
        <path d="M60 136q-30-4-42-30M92 100q-36-4-46-36M126 68q-30-8-36-36M74 122q20 14 48 6M108 86q24 14 52 2M142 54q16 10 38 4" />
      </g>
    </>
  ),
  'round-the-corner': (
    <>
      <rect width="200" height="200" fill="#efe6d8" />
      <path d="M0 130q60-40 110-10t100-40v60q-50 40-100 20T0 180z" fill="#bcd8de" />
      <path d="M120 10h70v50h-60z" fill="#d6e2bd" />
      <path d="M0 40l200 40M60 0l30 200M150 0l-20 200M0 100l200-10" stroke="#ffffff" strokeWidth="9" />
      <path d="M40 60q30-10 40 20t50 30" fill="none" stroke="#d9482f" strokeWidth="4" strokeDasharray=".1 9" strokeLinecap="round" />
      <circle cx="134" cy="112" r="8" fill="#d9482f" />
    </>
  ),
};

/** A patterned piece of paper, drawn below the other pieces. */
export const Scrap = ({ slug }: { slug: CollageSlug }) => (
  <svg viewBox="0 0 200 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    {PATTERNS[slug]}
  </svg>
);
