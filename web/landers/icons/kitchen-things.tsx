import { BLUE, BROWN, CREAM, DEEP, GOLD, GREEN, PLUM, RED } from './paints.ts';
import type { DrawnThing } from './thing.ts';

export const KITCHEN: readonly DrawnThing<'kitchen'>[] = [
  {
    id: 'kitchen.things.bread',
    drawing: (
      <>
        <path d="M6 34c0-12 10-20 26-20s26 8 26 20c0 5-3 7-4 10-1 4 0 8-6 8H16c-6 0-5-4-6-8-1-3-4-5-4-10z" fill={BROWN} />
        <path d="M10 33c0-9 8-15 22-15s22 6 22 15c0 4-3 6-4 9s-1 6-5 6H19c-4 0-4-3-5-6s-4-5-4-9z" fill={GOLD} />
        <path d="M18 24q6 6 4 16M30 21q6 7 4 19M42 23q5 7 3 16" fill="none" stroke={CREAM} strokeWidth="3.6" strokeLinecap="round" />
        <path d="M8 57h48" stroke={PLUM} strokeWidth="4" strokeLinecap="round" />
      </>
    ),
  },
  {
    id: 'kitchen.things.coffee',
    drawing: (
      <>
        <path d="M20 60l4-22h18l4 22q-13 4-26 0z" fill={PLUM} />
        <path d="M22 36l3-18h17l4 18z" fill={PLUM} />
        <path d="M25 18l-8-2 6 12zM24 18q1-5 9.5-5t9.5 5z" fill={DEEP} />
        <path d="M20 35h27v5H20z" fill={DEEP} />
        <circle cx="33.5" cy="11" r="3" fill={RED} />
        <path d="M44 20q13-1 12 8t-4 12" fill="none" stroke={RED} strokeWidth="4.5" strokeLinecap="round" />
        <path d="M28 44l-2 12M34 44v13" stroke={CREAM} strokeWidth="2.2" strokeLinecap="round" opacity=".55" />
        <path d="M12 12q-4-4 0-8M6 18q-4-4 0-8" fill="none" stroke={BROWN} strokeWidth="2.6" strokeLinecap="round" opacity=".7" />
      </>
    ),
  },
  {
    id: 'kitchen.things.pan',
    drawing: (
      <>
        <path d="M40 25L57 8" stroke={RED} strokeWidth="7" strokeLinecap="round" />
        <circle cx="26" cy="38" r="22" fill={DEEP} />
        <circle cx="26" cy="38" r="17.5" fill={PLUM} />
        <path d="M15 38c-2-7 5-12 11-10 6-3 13 1 13 7 3 6-2 13-8 12-4 4-11 3-12-2-3-1-4-4-4-7z" fill={CREAM} />
        <circle cx="26" cy="37" r="6.5" fill={GOLD} />
        <path d="M23 36a4 4 0 0 1 3-3" fill="none" stroke={CREAM} strokeWidth="1.8" strokeLinecap="round" />
        <path d="M55.5 9.5l1-1" stroke={CREAM} strokeWidth="2.4" strokeLinecap="round" />
      </>
    ),
  },
  {
    id: 'kitchen.things.pepper',
    drawing: (
      <>
        <path d="M12 20c4-4 13-4 16 2 3 16 12 30 30 34-22 8-44-6-48-26-1-5 0-8 2-10z" fill={RED} />
        <path d="M26 20c5 17 14 31 32 36-17 2-34-10-38-32z" fill={DEEP} opacity=".22" />
        <path d="M15 28c1 9 6 16 12 20" fill="none" stroke={CREAM} strokeWidth="3" strokeLinecap="round" opacity=".75" />
        <path d="M9 23c1-6 6-8 10-8s10 2 11 7c-4-2-6 1-9 3-2-3-4-3-6 0-2-3-4-3-6-2z" fill={GREEN} />
        <path d="M19 16q-1-7 5-11" fill="none" stroke={GREEN} strokeWidth="4" strokeLinecap="round" />
      </>
    ),
  },
  {
    id: 'kitchen.things.cake',
    drawing: (
      <>
        <ellipse cx="32" cy="55" rx="28" ry="5" fill={BLUE} />
        <path d="M11 30h42v20q0 4-4 4H15q-4 0-4-4z" fill={GOLD} />
        <path d="M11 42h42v4H11z" fill={BROWN} />
        <path d="M9 32q0-8 8-8h30q8 0 8 8c0 5-5 6-6 2-1 5-8 5-9 0-1 7-9 7-10 1-1 5-8 5-9-1-1 5-12 4-12-2z" fill={RED} />
        <path d="M30 10h4v14h-4z" fill={BLUE} />
        <path d="M32 1q5 5 0 9-5-4 0-9z" fill={GOLD} />
        <circle cx="19" cy="22" r="4" fill={PLUM} />
        <circle cx="45" cy="22" r="4" fill={PLUM} />
      </>
    ),
  },
  {
    id: 'kitchen.things.pasta',
    drawing: (
      <>
        <path d="M10 34c0-12 8-18 22-18s22 6 22 18z" fill={GOLD} />
        <path
          d="M14 33c0-8 10-14 18-11M20 34c-1-8 12-12 18-7M50 33c1-8-8-15-16-10M44 34c2-7-7-11-14-8"
          fill="none"
          stroke={BROWN}
          strokeWidth="1.8"
          strokeLinecap="round"
          opacity=".75"
        />
        <circle cx="32" cy="19" r="5" fill={RED} />
        <path d="M34 14q5-6 9-4-1 6-8 6z" fill={GREEN} />
        <path d="M4 33h56c0 13-9 22-19 23v3H23v-3C13 55 4 46 4 33z" fill={BLUE} />
        <path d="M11 40c2 6 6 9 10 11" fill="none" stroke={CREAM} strokeWidth="3" strokeLinecap="round" opacity=".8" />
        <path
          d="M47 31L57 8M52.5 5.5l-2.5 6q0 3 3 4t5-1l2.5-6M57 7l-2 5"
          fill="none"
          stroke={DEEP}
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </>
    ),
  },
];
