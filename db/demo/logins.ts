/** The password of the two login accounts of a local site, which `npm start` prints, and its scrypt hash. */
export const DEMO_PASSWORD = 'vonk-demo-2026';
export const DEMO_PASSWORD_HASH = 'scrypt$ro/r61hb+Fm6sFSnTq0KhQ==$6jFmIOoKB6CuNpfxHdUf5VCCaOZeAnA3TxyAUqg1qVA=';
export const DEMO_CREDITS = 84;

/**
 * The two members of a local site that are not fictional and that a developer can log in as. `portrait` is a person of the portrait pool.
 */
export const DEMO_LOGINS = [
  {
    email: 'joris@vonk.example',
    password: DEMO_PASSWORD,
    name: 'Joris',
    gender: 'male',
    portrait: 'p29',
    age: 33,
    city: 'Utrecht',
    language: 'nl',
  },
  {
    email: 'marit@vonk.example',
    password: DEMO_PASSWORD,
    name: 'Marit',
    gender: 'female',
    portrait: 'p01',
    age: 31,
    city: 'Utrecht',
    language: 'nl',
  },
] as const;
