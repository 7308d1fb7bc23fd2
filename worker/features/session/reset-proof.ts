import { sha256 } from '../../lib/crypto.ts';

/** What a reset link is bound to: once the password or the address has changed, it opens nothing any longer. */
export const resetProof = ({ passwordHash, email }: { passwordHash: string; email: string }): Promise<string> =>
  sha256(`reset ${email} ${passwordHash}`);
