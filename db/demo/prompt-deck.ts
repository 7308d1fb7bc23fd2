import { promptAnswersIn } from './sample-lists.ts';
import type { SeededRandom } from './seeded-random.ts';

/** An answer to a prompt of the catalogue. */
export interface PromptAnswer {
  readonly id: string;
  readonly text: string;
}

/** What decides about the answers of a member. */
interface Dealt {
  readonly id: string;
  readonly language: string;
  readonly lastActiveAt: number;
}

/** The most answers that a profile can have. */
const MOST_ANSWERS = 3;

/** Deals answers to prompts. An answer comes again only after nearly all answers of its language have come. */
export class PromptDeck {
  readonly #random: SeededRandom;
  readonly #queues = new Map<string, PromptAnswer[]>();

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /**
   * Gives two thirds of the members one to three answers in their language, each to another prompt. The members who were active last come
   * first, as in a search, so that one page of results does not show an answer twice.
   */
  deal<M extends Dealt>(members: readonly M[]): (M & { readonly prompts: readonly PromptAnswer[] })[] {
    const answers = new Map<string, PromptAnswer[]>();
    for (const { id, language } of members.toSorted((a, b) => b.lastActiveAt - a.lastActiveAt)) {
      const count = this.#random.between(0, 2) === 0 ? 0 : this.#random.between(1, MOST_ANSWERS);
      answers.set(id, this.#draw(language, count));
    }
    return members.map((member) => ({ ...member, prompts: answers.get(member.id) ?? [] }));
  }

  /** Takes answers to different prompts from the queue of a language and puts them at its end. */
  #draw(language: string, count: number): PromptAnswer[] {
    const queue = this.#queues.get(language) ?? this.#random.shuffle(promptAnswersIn(language));
    const drawn: PromptAnswer[] = [];
    while (drawn.length < count) {
      const next = queue.find((answer) => drawn.every(({ id }) => id !== answer.id));
      if (!next) throw new Error(`no answers to prompts in ${language}`);
      drawn.push(next);
      queue.splice(queue.indexOf(next), 1);
    }
    this.#queues.set(language, [...queue, ...drawn]);
    return drawn;
  }
}
