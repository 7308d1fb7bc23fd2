import { BLUE, BROWN, CREAM, DEEP, GOLD, PLUM, RED } from './paints.ts';
import type { DrawnThing } from './thing.ts';

export const MUSIC: readonly DrawnThing<'music'>[] = [
  {
    id: 'music.things.record',
    drawing: (
      <>
        <circle cx="30" cy="33" r="26" fill={DEEP} />
        <path
          d="M30 13a20 20 0 0 1 20 20M10 33a20 20 0 0 0 20 20M30 18a15 15 0 0 1 15 15M15 33a15 15 0 0 0 15 15"
          fill="none"
          stroke={PLUM}
          strokeWidth="1.8"
          strokeLinecap="round"
        />
        <circle cx="30" cy="33" r="10" fill={RED} />
        <path d="M23 33a7 7 0 0 1 7-7" fill="none" stroke={GOLD} strokeWidth="2" strokeLinecap="round" />
        <circle cx="30" cy="33" r="2.4" fill={CREAM} />
        <path d="M56 8v20L43 45" fill="none" stroke={GOLD} strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
        <circle cx="56" cy="8" r="5" fill={BROWN} />
      </>
    ),
  },
  {
    id: 'music.things.guitar',
    drawing: (
      <g transform="rotate(38 32 32)">
        <path d="M32 23c8 0 11 5 10 10-1 4 1 5 4 9 5 9-2 20-14 20s-19-11-14-20c3-4 5-5 4-9-1-5 2-10 10-10z" fill={GOLD} />
        <path d="M32 23c8 0 11 5 10 10-1 4 1 5 4 9 5 9-2 20-14 20 14-6 14-18 8-24-4-4-3-10-8-15z" fill={BROWN} opacity=".35" />
        <circle cx="32" cy="40" r="5.4" fill={DEEP} />
        <path d="M29.4 2h5.2v38h-5.2z" fill={BROWN} />
        <path d="M27.6-8h8.8l-1 11h-6.8z" fill={DEEP} />
        <path d="M25.5-5.5h2M25.5-1h2M36.5-5.5h2M36.5-1h2" stroke={GOLD} strokeWidth="2.4" strokeLinecap="round" />
        <path d="M25 52h14" stroke={DEEP} strokeWidth="3" strokeLinecap="round" />
        <path d="M30.8 0v52M33.2 0v52" stroke={CREAM} strokeWidth=".8" />
      </g>
    ),
  },
  {
    id: 'music.things.headphones',
    drawing: (
      <>
        <path d="M10 40V34a22 22 0 0 1 44 0v6" fill="none" stroke={PLUM} strokeWidth="6" strokeLinecap="round" />
        <path d="M18 15a22 22 0 0 1 12-3" fill="none" stroke={CREAM} strokeWidth="2" strokeLinecap="round" opacity=".7" />
        <rect x="5" y="35" width="15" height="23" rx="7.5" fill={RED} />
        <rect x="44" y="35" width="15" height="23" rx="7.5" fill={RED} />
        <rect x="14" y="37" width="7" height="19" rx="3.5" fill={DEEP} />
        <rect x="43" y="37" width="7" height="19" rx="3.5" fill={DEEP} />
        <path d="M29 46v-9l8-2v9" fill="none" stroke={GOLD} strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
        <ellipse cx="27" cy="46.5" rx="2.6" ry="2" fill={GOLD} />
        <ellipse cx="35" cy="44.5" rx="2.6" ry="2" fill={GOLD} />
      </>
    ),
  },
  {
    id: 'music.things.microphone',
    drawing: (
      <>
        <g transform="rotate(32 32 32)">
          <path d="M25.5 28h13l-3 30q-3.5 4-7 0z" fill={RED} />
          <path d="M34 28h4.5l-3 30q-1 1.5-2.5 2z" fill={DEEP} opacity=".3" />
          <circle cx="32" cy="15" r="13" fill={GOLD} />
          <path
            d="M21 10q11 5 22 0M20 17q12 6 24 0M26 4q-3 11 0 22M38 4q3 11 0 22"
            fill="none"
            stroke={BROWN}
            strokeWidth="1.6"
            opacity=".8"
          />
          <rect x="22" y="25" width="20" height="6" rx="3" fill={DEEP} />
          <rect x="30" y="38" width="4" height="8" rx="2" fill={CREAM} />
        </g>
        <path d="M8 14q5 4 4 11M16 6q5 4 5 9" fill="none" stroke={PLUM} strokeWidth="3" strokeLinecap="round" />
      </>
    ),
  },
  {
    id: 'music.things.piano',
    drawing: (
      <>
        <rect x="4" y="12" width="56" height="42" rx="6" fill={DEEP} />
        <rect x="4" y="12" width="56" height="11" rx="5" fill={PLUM} />
        <path d="M9 26h46v22q0 2-2 2H11q-2 0-2-2z" fill={CREAM} />
        <path d="M16.7 40v10M24.3 26v24M32 40v10M39.7 40v10M47.3 26v24" stroke={DEEP} strokeWidth="1.2" />
        <path d="M14 26h5.5v14H14zM29.3 26h5.4v14h-5.4zM37 26h5.4v14H37z" fill={DEEP} />
        <rect x="47.9" y="26.4" width="7" height="23.2" rx="1" fill={RED} />
        <circle cx="11" cy="17.5" r="1.8" fill={GOLD} />
        <circle cx="17" cy="17.5" r="1.8" fill={BLUE} />
      </>
    ),
  },
  {
    id: 'music.things.stage',
    drawing: (
      <>
        <path d="M14 8L4 46h22zM50 8l10 38H38zM32 8L20 46h24z" fill={GOLD} opacity=".42" />
        <path d="M4 6h56v4H4z" fill={DEEP} />
        <path d="M10 9h8v6h-8zM28 9h8v6h-8zM46 9h8v6h-8z" fill={PLUM} />
        <circle cx="32" cy="24" r="4" fill={BROWN} />
        <path d="M26 44V33q0-5 6-5t6 5v11z" fill={RED} />
        <path d="M38 32l6-8" stroke={BROWN} strokeWidth="3" strokeLinecap="round" />
        <path d="M4 43h56v8H4z" fill={PLUM} />
        <path d="M2 62v-6q0-5 5.5-5t5.5 5q0-7 6.5-7t6.5 7q0-6 6-6t6 6q0-7 6.5-7t6.5 7q0-5 5.5-5t5.5 5v6z" fill={DEEP} />
        <path d="M13 52l-3-9M51 52l4-10" stroke={DEEP} strokeWidth="3.4" strokeLinecap="round" />
      </>
    ),
  },
];
