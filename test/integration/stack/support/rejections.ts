import { errorCodeOf, type ResponseErrorCode } from '../../../support/api.ts';
import { mapConcurrently, type RawResponse } from '../../../support/attacks/raw-http.ts';
import { settledState, type Operator } from '../../../support/stack/operator.ts';

/** A path segment that is normalized away. */
const DOTS = /^(\.|%2e){1,2}(\/|$)/i;

/** Requests after which the state is compared, and the callers' tokens may be renewed. They take a minute or two. */
const AT_ONCE = 5000;

/** What the check needs of a running stack. */
export interface RejectionCheckOptions {
  readonly operator: Operator;
  /** The site's index page. */
  readonly page: string;
  /** Signs the callers in again if their tokens are old. A sign-in changes the state. */
  readonly renew: () => Promise<void>;
}

/** Creates the check for a running stack. */
export const createRejectionCheck = ({ operator, page, renew }: RejectionCheckOptions) => {
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
    const counts: Record<string, number> = {};
    for (let from = 0; from < inputs.length; from += AT_ONCE) {
      await renew();
      const before = await settledState(operator);
      const wrong: string[] = [];
      await mapConcurrently(inputs.slice(from, from + AT_ONCE), async (input) => {
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
    }
    return counts;
  };
};

export type RejectionCheck = ReturnType<typeof createRejectionCheck>;
