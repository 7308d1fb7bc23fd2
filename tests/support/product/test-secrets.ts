/** Secrets that the Worker and the rooms of tests share. */
export const TEST_SECRETS = {
  SIGNING_KEY: 'signing-key-of-the-tests-32-characters',
  PARTY_SECRET: 'party-secret-of-the-tests-32-characters',
};
