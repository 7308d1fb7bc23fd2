import type { ComponentType } from 'react';

/** What the module of a screen gives to the route table. */
export interface ScreenModule {
  Screen: ComponentType;
}
