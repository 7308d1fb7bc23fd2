/** A moment as an operator reads it, to the minute. */
export const minute = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
