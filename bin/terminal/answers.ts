import { StartError } from '../../infra/local/start-error.ts';
import { AppConfig } from '../../lambdas/contract/config.ts';

/** One request and the check of its response. */
interface Probe {
  /** Name of the part, for error messages. */
  readonly part: string;
  readonly url: string;
  readonly isExpected: (response: Response) => boolean;
}

const isOfType =
  (type: string) =>
  (response: Response): boolean =>
    response.ok && (response.headers.get('content-type') ?? '').includes(type);

const probe = async ({ part, url, isExpected }: Probe): Promise<Response> => {
  const response = await fetch(url).catch((error: unknown) => {
    throw new StartError(`${part} is unreachable: ${String((error as Error).cause ?? error)}`);
  });
  if (!isExpected(response))
    throw new StartError(
      `${part} returned an unexpected response (${response.status}): ${(await response.text()).slice(0, 200)}`,
    );
  return response;
};

/**
 * Sends each part of a running stack one real request, as a browser would: health, page, configuration, the user pool
 * that it names, and the API through gateway and function. @throws StartError naming the part that fails
 */
export const requireAnswers = async (url: string): Promise<void> => {
  const pool = async (): Promise<void> => {
    const response = await probe({
      part: 'The configuration',
      url: `${url}/config.json`,
      isExpected: isOfType('application/json'),
    });
    const { userPoolEndpoint, userPoolId } = AppConfig.parse(await response.json());
    if (userPoolEndpoint === null) return;
    await probe({
      part: 'The user pool',
      url: `${userPoolEndpoint}/${userPoolId}/.well-known/jwks.json`,
      isExpected: isOfType('json'),
    });
  };
  await Promise.all([
    probe({ part: 'The local cloud', url: `${url}/_local/health`, isExpected: ({ status }) => status === 200 }),
    probe({ part: 'The site', url: `${url}/`, isExpected: isOfType('text/html') }),
    // The request is signed out. With a closed catalog, the function itself returns 401.
    probe({
      part: 'The API',
      url: `${url}/api/categories`,
      isExpected: (response) =>
        isOfType('application/json')(response) ||
        (response.status === 401 && response.headers.get('content-type') === 'application/problem+json'),
    }),
    pool(),
  ]);
};
