/** Whether a chunk could not be downloaded: the network is away, or a deployment deleted the old files. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|error loading dynamically/i.test(error.message);

/**
 * Loads a chunk whose download failed before. Browsers remember the failure for its address, so that only another
 * address helps; most name it in the error. @throws the error of `load` when the chunk still cannot be downloaded
 */
export const loadAgain = async <Module>(load: () => Promise<Module>, retry: number): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    const address = isChunkFailure(error) ? /https?:\S+\.js/.exec(error.message)?.[0] : undefined;
    if (address === undefined) throw error;
    return (import(`${address}?retry=${retry}`) as Promise<Module>).catch(() => {
      throw error;
    });
  }
};
