import { sha256 } from '../../lib/crypto.ts';

/** The digest that binds a reset link to the current password and address: the link is void once either has changed. */
export const resetProof = ({ passwordHash, email }: { passwordHash: string; email: string }): Promise<string> =>
  sha256(`reset ${email} ${passwordHash}`);
