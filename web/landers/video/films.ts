import type { LanderSlug } from '#contract/pages/landers';
import firstCoffee from '../../../assets/landers/video/first-coffee.mp4';
import firstCoffeePoster from '../../../assets/landers/video/first-coffee.webp';
import lastTrain from '../../../assets/landers/video/last-train.mp4';
import lastTrainPoster from '../../../assets/landers/video/last-train.webp';
import sundayMarket from '../../../assets/landers/video/sunday-market.mp4';
import sundayMarketPoster from '../../../assets/landers/video/sunday-market.webp';

interface Film {
  readonly src: string;
  readonly poster: string;
}

/** The silent film of each slug, made by assets/landers/render-media.ts. */
export const FILMS: Record<LanderSlug<'landers-video-slug'>, Film> = {
  'first-coffee': { src: firstCoffee, poster: firstCoffeePoster },
  'last-train': { src: lastTrain, poster: lastTrainPoster },
  'sunday-market': { src: sundayMarket, poster: sundayMarketPoster },
};
