/** An event cannot be processed yet and must be delivered again. That is expected, so it is no failure to report. */
export class RetryLater extends Error {}
