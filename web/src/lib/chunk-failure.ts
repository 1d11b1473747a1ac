/** Whether a chunk could not be downloaded: the network is away, or a deployment deleted the old files. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|error loading dynamically/i.test(error.message);
