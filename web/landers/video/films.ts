import type { Slug } from '#contract/pages/landers';
import firstCoffee from './films/first-coffee.mp4';
import firstCoffeePoster from './films/first-coffee.webp';
import lastTrain from './films/last-train.mp4';
import lastTrainPoster from './films/last-train.webp';
import sundayMarket from './films/sunday-market.mp4';
import sundayMarketPoster from './films/sunday-market.webp';

interface Film {
  readonly src: string;
  readonly poster: string;
}

/** The silent film of each slug (scripts/lander-media.ts). */
export const FILMS: Record<Slug<'landers-video-slug'>, Film> = {
  'first-coffee': { src: firstCoffee, poster: firstCoffeePoster },
  'last-train': { src: lastTrain, poster: lastTrainPoster },
  'sunday-market': { src: sundayMarket, poster: sundayMarketPoster },
};
