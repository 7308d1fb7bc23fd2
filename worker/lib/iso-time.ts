/** A moment, in milliseconds since 1970, as the API writes it: ISO 8601 in UTC. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** The same of a moment that may not have come; null stays null. */
export const isoTimeOrNull = (time: number | null): string | null => (time === null ? null : isoTime(time));
