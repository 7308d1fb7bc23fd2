/** Who did something: an operator at the desk, whoever ran `npm run site`, or a rule of the site by its name. Every act is a row with it. */
export type Actor =
  | { readonly kind: 'operator'; readonly memberId: string }
  | { readonly kind: 'command_line' }
  | { readonly kind: 'rule'; readonly rule: string };
