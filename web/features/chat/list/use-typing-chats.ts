import { useEffect, useState } from 'react';
import { followFrames } from '../../../realtime/member-events.ts';

const SHOW_FOR_MS = 5000;

/** The ids of the conversations in which the other is typing now. */
export function useTypingChats(): ReadonlySet<string> {
  const [typing, setTyping] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const hide = (conversation: string) => {
      clearTimeout(timers.get(conversation));
      timers.delete(conversation);
      setTyping(new Set(timers.keys()));
    };
    const show = (conversation: string) => {
      clearTimeout(timers.get(conversation));
      timers.set(
        conversation,
        setTimeout(() => hide(conversation), SHOW_FOR_MS),
      );
      setTyping(new Set(timers.keys()));
    };
    const unsubscribe = followFrames((frame) => {
      if (frame.type === 'typing') show(frame.conversation);
      if (frame.type === 'message.sent' && timers.has(frame.message.conversation_id)) hide(frame.message.conversation_id);
    });
    return () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, []);
  return typing;
}
