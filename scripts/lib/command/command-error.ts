/** An error for the person who gave a command; runCommand prints its message without a stack trace. */
export class CommandError extends Error {}
