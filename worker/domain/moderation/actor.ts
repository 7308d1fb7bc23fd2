/** Who did something: an operator at the desk, whoever ran `npm run site`, or a rule of the site by its name. */
export type Actor =
  | { readonly kind: 'operator'; readonly memberId: string }
  | { readonly kind: 'command_line' }
  | { readonly kind: 'rule'; readonly rule: string };
