/** The Worker and the rooms of a test must agree on these; they protect nothing. */
export const TEST_SECRETS = {
  SIGNING_KEY: 'signing-key-of-the-tests-32-characters',
  PARTY_SECRET: 'party-secret-of-the-tests-32-characters',
};
