/** A `User-Agent` without its version numbers, which change with every update. Two sessions with the same kind count as one device. */
export const deviceKind = (userAgent: string): string => userAgent.replaceAll(/\d+(?:[._]\d+)*/g, '');
