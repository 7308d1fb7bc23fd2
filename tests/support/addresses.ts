const VALUES: Readonly<Record<string, string>> = { type: 'matches', creditId: 'pack-50', paymentMethod: 'card' };

/** The path of a page with something it takes in every place; this id wherever that is an id. */
export const filledPath = (path: string, id: string): string => path.replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? id);
