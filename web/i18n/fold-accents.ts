/** The text without accents, in lower case and with straight apostrophes, for searching: "zoë" finds "Zoe", "i'm" finds "I’m". */
export const foldAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’ʼ]/gu, "'").toLowerCase();
