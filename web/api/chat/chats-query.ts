import { queryOptions } from '@tanstack/react-query';
import { listChats } from '#contract/chat';
import { takeInitialAnswer } from '../../boot/initial-answers.ts';
import { queryKeys } from '../query-keys.ts';
import { raceSafeCall } from '../race-safe-query.ts';

/** The first page of the member's chat list; list, badges and polling share it. It comes with the page of those that begin with it. */
export const chatsQuery = queryOptions({
  queryKey: queryKeys.chats,
  queryFn: (context) => raceSafeCall(listChats, {}, context),
  initialData: () => takeInitialAnswer(listChats.output),
});
