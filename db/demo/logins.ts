/** The two ordinary accounts of a local site. The hash is scrypt of the password that `npm start` prints. */
export const DEMO_PASSWORD = 'vonk-demo-2026';
export const DEMO_PASSWORD_HASH = 'scrypt$ro/r61hb+Fm6sFSnTq0KhQ==$6jFmIOoKB6CuNpfxHdUf5VCCaOZeAnA3TxyAUqg1qVA=';
export const DEMO_CREDITS = 84;

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
