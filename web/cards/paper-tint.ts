/** The calm tints of paper for members without a photo; member-photo.css has a colour for each. */
const TINTS = ['tint-sand', 'tint-sage', 'tint-rose', 'tint-mist'] as const;

/** The tint of a member, always the same one: its class. */
export const tintOf = (id: string): (typeof TINTS)[number] => TINTS[(id.codePointAt(0) ?? 0) % TINTS.length] ?? TINTS[0];
