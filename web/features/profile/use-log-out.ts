import { useState } from 'react';
import { signOut } from '../../session/user.ts';

/** How many messages of the member wait on this device. */
export type CountUnsent = () => Promise<number>;

/** Leaving at once, or after a question while messages are unsent. */
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
