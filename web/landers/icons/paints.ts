/** Colours of the drawings, the same in both colour schemes. */
export const RED = '#d9482f';
export const PLUM = '#7a4483';
export const DEEP = '#4b2a58';
export const GOLD = '#e8a94a';
export const CREAM = '#fbead2';
export const BROWN = '#9a5a3c';
export const GREEN = '#3f8a68';
export const BLUE = '#6fa6cc';
