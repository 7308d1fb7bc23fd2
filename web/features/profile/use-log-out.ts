import { useState } from 'react';
import { signOut } from '../../session/user.ts';

/** Counts the messages of the member that this device has not sent. */
export type CountUnsent = () => Promise<number>;

/** Logs out at once or, with unsent messages, after a confirmation: `unsent` is above 0 while the question is open. */
export function useLogOut(countUnsent: CountUnsent) {
  const [unsent, setUnsent] = useState(0);
  const leave = () => {
    setUnsent(0);
    void signOut();
  };
  const press = async () => {
    const count = await countUnsent();
    if (count > 0) setUnsent(count);
    else leave();
  };
  return { unsent, press, leave, stay: () => setUnsent(0) };
}
