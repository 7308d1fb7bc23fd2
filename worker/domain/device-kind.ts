/** What tells one device of a member from another: what it says of itself without the numbers, which change with every update. */
export const deviceKind = (device: string): string => device.replaceAll(/\d+(?:[._]\d+)*/g, '');
