import type { ComponentType } from 'react';

/** What the module of a screen exports for the route table. */
export interface ScreenModule {
  Screen: ComponentType;
}
