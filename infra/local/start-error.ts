/**
 * An error that the user must fix before the local cloud can start. Its message is one line and is printed without a
 * stack.
 */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
