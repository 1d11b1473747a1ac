/** Another worker holds the claim. The queue delivers the message again after the lease, so a crash loses nothing. */
export class ClaimBusyError extends Error {
  constructor(contentId: string) {
    super(`Another worker holds the claim on ${contentId}`);
    this.name = 'ClaimBusyError';
  }
}
