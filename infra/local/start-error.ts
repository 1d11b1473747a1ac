/**
 * Something that a person must change before the local cloud can start. Its message is one line, shown as it is,
 * without a stack.
 */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}
