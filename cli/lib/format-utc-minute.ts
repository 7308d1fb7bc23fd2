/** A time as `2026-12-24 18:00 UTC`. */
export const formatUtcMinute = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
