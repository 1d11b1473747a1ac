import { StartError } from '../infra/local/start-error.ts';
import { AppConfig } from '../lambdas/contract/config.ts';

/** What is asked, and whether an answer is the right one. */
interface Question {
  readonly what: string;
  readonly url: string;
  readonly isRight: (response: Response) => boolean;
}

const isOfType =
  (type: string) =>
  (response: Response): boolean =>
    response.ok && (response.headers.get('content-type') ?? '').includes(type);

const ask = async ({ what, url, isRight }: Question): Promise<Response> => {
  const response = await fetch(url).catch((error: unknown) => {
    throw new StartError(`${what} cannot be reached: ${String((error as Error).cause ?? error)}`);
  });
  if (!isRight(response))
    throw new StartError(
      `${what} does not answer as it should: ${response.status}, ${(await response.text()).slice(0, 200)}`,
    );
  return response;
};

/**
 * Asks each part of a running stack one real question, as a browser would: health, page, configuration, the user pool
 * that it names, and the API through gateway and function. @throws StartError naming the part that does not answer
 */
export const requireAnswers = async (url: string): Promise<void> => {
  const pool = async (): Promise<void> => {
    const response = await ask({
      what: 'The configuration',
      url: `${url}/config.json`,
      isRight: isOfType('application/json'),
    });
    const { userPoolEndpoint, userPoolId } = AppConfig.parse(await response.json());
    if (userPoolEndpoint === null) return;
    await ask({
      what: 'The user pool',
      url: `${userPoolEndpoint}/${userPoolId}/.well-known/jwks.json`,
      isRight: isOfType('json'),
    });
  };
  await Promise.all([
    ask({ what: 'The local cloud', url: `${url}/_local/health`, isRight: ({ status }) => status === 200 }),
    ask({ what: 'The site', url: `${url}/`, isRight: isOfType('text/html') }),
    // Nobody is signed in: a closed catalog says so, and it is the function that says it.
    ask({
      what: 'The API',
      url: `${url}/api/categories`,
      isRight: (response) =>
        isOfType('application/json')(response) ||
        (response.status === 401 && response.headers.get('content-type') === 'application/problem+json'),
    }),
    pool(),
  ]);
};
