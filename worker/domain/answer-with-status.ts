/** A use-case's answer with another success status than its endpoint's own: a repeated send is 200, not 201; 204 has no body. */
export class Answer<T> {
  readonly status: 200 | 201 | 204 | 503;
  readonly body: T;

  constructor(status: 200 | 201 | 204 | 503, body: T) {
    this.status = status;
    this.body = body;
  }
}
