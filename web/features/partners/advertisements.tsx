import type { ReactElement } from 'react';
import type { Cam } from '#contract/partners';
import { CamTile } from './cam-tile.tsx';
import { withTiles } from './interleave-tiles.ts';

export { PartnerLink } from './partner-link.tsx';

/** The cards of a grid with tiles between them. Each tile is in a list item, as the cards are. */
export const placeTiles = (cards: readonly ReactElement[], cams: readonly Cam[], from: number): ReactElement[] =>
  withTiles(cards, cams, from).map((entry) =>
    'item' in entry ? (
      entry.item
    ) : (
      <li key={`tile ${entry.slot}`}>
        <CamTile cam={entry.tile} />
      </li>
    ),
  );
