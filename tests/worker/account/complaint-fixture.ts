import { expect } from 'vitest';
import { newId, type TestMember } from '../../support/database/factories.ts';
import { apiClient } from '../../support/product/api-client.ts';

/** Makes three complaints about `member`: their own while logged in, one from their address while not, and one from `other`'s address. */
export async function makeComplaintsAbout(url: string, member: TestMember, other: TestMember): Promise<void> {
  const aComplaint = (email: string) => ({ email, subject: 'other', text: newId(), profile: member.id });
  const answers = await Promise.all([
    apiClient(url, member.cookie).post('/api/complaints.php', aComplaint(member.email)),
    apiClient(url).post('/api/complaints.php', aComplaint(member.email)),
    apiClient(url).post('/api/complaints.php', aComplaint(other.email)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
}
