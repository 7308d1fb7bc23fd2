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
    prompts: [
      { id: 'find_me', text: 'Aan de Oudegracht, onderaan bij het water, met koffie die allang koud is.' },
      { id: 'cook_for_you', text: 'Shakshuka met te veel komijn. Ik snijd de uien, dan hoef jij niet te huilen.' },
      { id: 'changed_mind', text: 'Vroeg opstaan. Het was zinloos, tot iemand me de nevel op de Kromme Rijn liet zien.' },
    ],
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
    prompts: [
      { id: 'last_learned', text: 'Dat deeg beter wordt als je het met rust laat. Ik trouwens ook.' },
      { id: 'argue_about', text: 'Of een fietstocht telt als je drie keer stopt voor taart. Natuurlijk telt die.' },
      { id: 'good_sunday', text: 'Een boekenmarkt, een dutje op de bank, en daarna koken voor wie er toevallig is.' },
    ],
  },
] as const;
