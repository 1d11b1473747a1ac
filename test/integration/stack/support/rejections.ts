import { errorCodeOf, type ResponseErrorCode } from '../../../support/api.ts';
import { mapConcurrently, type RawResponse } from '../../../support/attacks/raw-http.ts';
import { settledState, type Operator } from '../../../support/stack/operator.ts';

/** A path segment that is normalized away. */
const DOTS = /^(\.|%2e){1,2}(\/|$)/i;

/** Creates the check for a running stack. `page` is the site's index page. */
export const createRejectionCheck = (operator: Operator, page: string) => {
  /**
   * Dots are resolved before a cache behavior is chosen, as in CloudFront. Such a path leaves the API and is answered
   * by the site.
   */
  const leavesTheApi = ({ status, headers, text }: RawResponse): boolean =>
    text === page || (status === 403 && headers['content-type'] === 'application/xml');

  /**
   * Sends requests that must fail, and checks that none changed anything. Returns how often each error code occurred.
   */
  return async <T>(
    inputs: readonly T[],
    send: (input: T) => Promise<RawResponse>,
    expected: ReadonlySet<ResponseErrorCode>,
  ): Promise<Readonly<Record<string, number>>> => {
    const before = await settledState(operator);
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    await mapConcurrently(inputs, async (input) => {
      const response = await send(input);
      if (DOTS.test((input as { id?: string }).id ?? '') && leavesTheApi(response)) return;
      const report = (problem: string): void => void wrong.push(`${JSON.stringify(input).slice(0, 160)}: ${problem}`);
      try {
        const code = errorCodeOf(response);
        counts[code] = (counts[code] ?? 0) + 1;
        if (!expected.has(code)) report(code);
      } catch (error) {
        report((error as Error).message);
      }
    });
    expect(wrong).toEqual([]);
    expect(await operator.stateHash()).toBe(before);
    return counts;
  };
};

export type RejectionCheck = ReturnType<typeof createRejectionCheck>;
