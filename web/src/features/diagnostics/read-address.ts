/** Why an address could not be read. */
export interface ReadProblem {
  /** Code of `MediaError` with the same meaning. */
  readonly code: 2 | 4;
  /** The address answers, but its CORS settings keep the response from this page. */
  readonly isCors: boolean;
}

/** Requests an address, and cancels the transfer once its response begins. */
const request = async (url: string, mode: 'cors' | 'no-cors'): Promise<Response | undefined> => {
  const transfer = new AbortController();
  try {
    return await fetch(url, { mode, signal: transfer.signal });
  } catch {
    return undefined;
  } finally {
    transfer.abort();
  }
};

/**
 * Reads the beginning of an address. Returns undefined if it can be read. CORS applies to other origins only: there, a
 * second request shows whether the address answers to requests that hide their response.
 */
export const readAddress = async (url: string): Promise<ReadProblem | undefined> => {
  const response = await request(url, 'cors');
  if (response) return response.ok ? undefined : { code: 4, isCors: false };
  const isForeign = new URL(url, location.href).origin !== location.origin;
  return { code: 2, isCors: isForeign && (await request(url, 'no-cors')) !== undefined };
};
