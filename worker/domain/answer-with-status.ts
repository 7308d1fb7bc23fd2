/** The answer of a use case with another status than that of its endpoint, such as 200 instead of 201 for a repeated send. */
export class AnswerWithStatus<T> {
  readonly status: 200 | 201 | 204 | 503;
  readonly body: T;

  constructor(status: 200 | 201 | 204 | 503, body: T) {
    this.status = status;
    this.body = body;
  }
}
