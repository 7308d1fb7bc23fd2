import * as chat from '#contract/chat';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { deleteChat } from './delete-chat.ts';
import { getConversation } from './get-conversation.ts';
import { getRoom } from './get-room.ts';
import { listChats } from './list-chats.ts';
import { markMessagesRead } from './mark-messages-read.ts';
import { openConversation } from './open-conversation.ts';
import { sendMessage } from './send-message.ts';

export const chatRoutes = routesOf(
  serve(chat.listChats, listChats),
  serve(chat.openConversation, openConversation),
  serve(chat.getConversation, getConversation),
  serve(chat.sendMessage, sendMessage),
  serve(chat.markMessagesRead, markMessagesRead),
  serve(chat.deleteChat, deleteChat),
  serve(chat.getRoom, getRoom),
);
