import * as chat from '#contract/chat';
import { routesOf, serve } from '../../http/serve-endpoint.ts';
import { deleteChat } from './delete-chat.ts';
import { getRoom } from './get-room.ts';
import { listChats } from './list-chats.ts';
import { openConversation } from './open-conversation.ts';
import { readConversation } from './read-conversation.ts';
import { readMessages } from './read-messages.ts';
import { sendMessage } from './send-message.ts';

export const chatRoutes = routesOf(
  serve(chat.listChats, listChats),
  serve(chat.openConversation, openConversation),
  serve(chat.getConversation, readConversation),
  serve(chat.sendMessage, sendMessage),
  serve(chat.markMessagesRead, readMessages),
  serve(chat.deleteChat, deleteChat),
  serve(chat.getRoom, getRoom),
);
