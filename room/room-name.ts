import { sign } from './sign.ts';

/** The name of a member's room: 22 characters that nobody can guess from the member's id. */
export async function roomOf(secret: string, memberId: string): Promise<string> {
  return (await sign(secret, `room of ${memberId}`)).slice(0, 22);
}
