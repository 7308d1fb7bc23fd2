/** The text without accents and in lower case, for searching: "zoë" finds "Zoe". */
export const foldAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
