export * from './account.ts';
export * from './catalogue.ts';
export * from './chat.ts';
export * from './credits.ts';
export * from './likes.ts';
export * from './outbox.ts';
export * from './profile.ts';
export * from './safety.ts';
