import { queryOptions } from '@tanstack/react-query';
import { LikesAnswer, listLikes } from '#contract/likes';
import { takeInitialAnswer } from '../../boot/initial-answers.ts';
import { queryKeys } from '../query-keys.ts';
import { raceSafeCall } from '../race-safe-query.ts';

/** The first hundred members that the member likes, and that like the member. They come with the page of those that begin with them. */
export const likesQuery = queryOptions({
  queryKey: queryKeys.likes,
  queryFn: (context) => raceSafeCall(listLikes, {}, context),
  initialData: () => takeInitialAnswer(LikesAnswer),
});
