import { BLUE, BROWN, CREAM, DEEP, GOLD, GREEN, PLUM, RED } from './paints.ts';
import type { DrawnThing } from './thing.ts';

export const ROAD: readonly DrawnThing<'on-the-road'>[] = [
  {
    id: 'on-the-road.things.van',
    drawing: (
      <>
        <path d="M10 11q18-6 36 0" fill="none" stroke={GREEN} strokeWidth="5" strokeLinecap="round" />
        <path d="M14 13v4M42 13v4" stroke={DEEP} strokeWidth="2.4" />
        <path d="M4 34v-9q0-9 9-9h29q6 0 9 6l6 12z" fill={CREAM} />
        <path d="M4 33h53q4 1 4 5v9q0 3-3 3H7q-3 0-3-3z" fill={RED} />
        <path d="M9 22h11v9H9zM24 22h11v9H24zM39 22h6q3 0 4 3l3 6H39z" fill={BLUE} />
        <path d="M4 33h55" stroke={DEEP} strokeWidth="1.4" opacity=".4" />
        <path d="M37 36v12" stroke={DEEP} strokeWidth="1.4" opacity=".35" />
        <circle cx="17" cy="50" r="7.5" fill={DEEP} />
        <circle cx="48" cy="50" r="7.5" fill={DEEP} />
        <circle cx="17" cy="50" r="3" fill={CREAM} />
        <circle cx="48" cy="50" r="3" fill={CREAM} />
        <circle cx="58.5" cy="40" r="2.4" fill={GOLD} />
      </>
    ),
  },
  {
    id: 'on-the-road.things.bicycle',
    drawing: (
      <>
        <circle cx="15" cy="43" r="12.5" fill="none" stroke={PLUM} strokeWidth="3.6" />
        <circle cx="49" cy="43" r="12.5" fill="none" stroke={PLUM} strokeWidth="3.6" />
        <path
          d="M15 43l8-18 9 18zM23 25h19L32 43M49 43l-8-25"
          fill="none"
          stroke={RED}
          strokeWidth="3.6"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <path d="M23 25l-2-6" stroke={RED} strokeWidth="3.6" />
        <path d="M15 18h11" stroke={DEEP} strokeWidth="5" strokeLinecap="round" />
        <path d="M36 17l5 1 6-3" fill="none" stroke={DEEP} strokeWidth="3.6" strokeLinecap="round" strokeLinejoin="round" />
        <path d="M44 20h14l-2 11H46z" fill={GOLD} />
        <path d="M45 24h12M49 20l1 11M54 20l-1 11" stroke={BROWN} strokeWidth="1.4" />
        <circle cx="32" cy="43" r="3.6" fill={DEEP} />
        <path d="M48 19q2-7 6-6 4 2 1 6z" fill={GREEN} />
      </>
    ),
  },
  {
    id: 'on-the-road.things.train',
    drawing: (
      <>
        <path d="M18 62l5-10M46 62l-5-10M16 58h32" stroke={BROWN} strokeWidth="3.4" strokeLinecap="round" />
        <path d="M13 20Q13 4 32 4t19 16v26q0 7-7 7H20q-7 0-7-7z" fill={GOLD} />
        <path d="M13 38h38v8q0 7-7 7H20q-7 0-7-7z" fill={PLUM} />
        <path d="M18 22q0-8 14-8t14 8v10H18z" fill={DEEP} />
        <path d="M20 22q0-6 10-6v14H20z" fill={BLUE} />
        <path d="M34 16q10 0 10 6v8H34z" fill={BLUE} />
        <circle cx="21" cy="45" r="3.4" fill={CREAM} />
        <circle cx="43" cy="45" r="3.4" fill={CREAM} />
        <path d="M28 45h8" stroke={CREAM} strokeWidth="2.4" strokeLinecap="round" opacity=".7" />
        <path d="M27 9h10" stroke={CREAM} strokeWidth="3" strokeLinecap="round" />
      </>
    ),
  },
  {
    id: 'on-the-road.things.tent',
    drawing: (
      <>
        <circle cx="50" cy="14" r="7" fill={GOLD} />
        <path d="M31 12L60 54H36z" fill={BROWN} />
        <path d="M31 12L4 54h34z" fill={RED} />
        <path d="M31 12L14 54h20z" fill={DEEP} />
        <path d="M31 12q-2 24-12 42h-5z" fill={GOLD} />
        <path d="M31 13l2-8M33 5l7 3-7 3z" fill={GREEN} stroke={GREEN} strokeWidth="2" strokeLinejoin="round" />
        <path d="M2 56h60" stroke={GREEN} strokeWidth="4" strokeLinecap="round" />
        <path d="M47 54l4-7 4 7M8 54l2-5 3 5" fill="none" stroke={GREEN} strokeWidth="2.6" strokeLinecap="round" />
      </>
    ),
  },
  {
    id: 'on-the-road.things.boots',
    drawing: (
      <>
        <path d="M16 8q9-4 18 0v7H16z" fill={RED} />
        <path d="M16 12q9 3 18 0v21c4 6 16 6 20 12 2 3 2 5 2 8H14V38c0-8 2-16 2-26z" fill={BROWN} />
        <path d="M14 42q8 6 16 4 6 6 25 4l1 4H14z" fill={DEEP} opacity=".25" />
        <path d="M30 20h7M30 27h8M33 34l7-3M39 38l5-5" stroke={GOLD} strokeWidth="2.8" strokeLinecap="round" />
        <path d="M11 52h46q3 0 3 4t-3 4h-5v-3h-6v3H30v-3h-6v3H13q-3 0-3-4t1-4z" fill={DEEP} />
        <path d="M20 16q-1 10 0 18" fill="none" stroke={CREAM} strokeWidth="2.2" strokeLinecap="round" opacity=".45" />
      </>
    ),
  },
  {
    id: 'on-the-road.things.map',
    drawing: (
      <>
        <path d="M4 16l18-6v42L4 58z" fill={GREEN} />
        <path d="M22 10l20 6v42l-20-6z" fill={CREAM} />
        <path d="M42 16l18-6v42l-18 6z" fill={BLUE} />
        <path d="M22 10l20 6v42l-20-6z" fill={GOLD} opacity=".3" />
        <path d="M4 42q9-8 18-2t20 2 18-6v6q-9 8-18 6t-20-4-18 4z" fill={CREAM} opacity=".55" />
        <path d="M10 50q4-10 12-12t14-6 8-10" fill="none" stroke={RED} strokeWidth="3" strokeDasharray=".1 5.6" strokeLinecap="round" />
        <path d="M46 27c-5-6-8-9-8-14a8 8 0 0 1 16 0c0 5-3 8-8 14z" fill={RED} />
        <circle cx="46" cy="13" r="3" fill={CREAM} />
      </>
    ),
  },
];
