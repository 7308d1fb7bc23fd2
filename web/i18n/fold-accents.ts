/** Letters without their accents and case: "zoë" finds "Zoe". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
