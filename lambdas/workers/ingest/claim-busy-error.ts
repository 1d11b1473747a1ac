/**
 * Thrown when another worker holds the claim: the queue brings the message back after the lease, so a crash loses
 * nothing.
 */
export class ClaimBusyError extends Error {
  constructor(contentId: string) {
    super(`Another worker holds the claim on ${contentId}`);
    this.name = 'ClaimBusyError';
  }
}
