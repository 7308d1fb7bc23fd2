const GROUP = 5;

/** The number of a case or notice as mails show it: two groups of five. It is read with and without the hyphen. */
export const shownNumber = (number: string): string => `${number.slice(0, GROUP)}-${number.slice(GROUP)}`;
