import { AppConfig } from '../../../lambdas/contract/config.ts';

/** `/config.json` is missing or not what the contract says; the application cannot start. */
export class ConfigError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'ConfigError';
  }
}

/**
 * Reads what this stage is. Relative URLs in it are resolved against the page.
 * @throws ConfigError when the file is missing or malformed.
 */
export const loadConfig = async (fetchFile: typeof fetch = fetch, pageUrl: string = window.location.href): Promise<AppConfig> => {
  let body: unknown;
  try {
    const response = await fetchFile('/config.json', { cache: 'no-store' });
    if (!response.ok) throw new ConfigError(`/config.json answered ${response.status}`);
    body = await response.json();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError('/config.json could not be read');
  }
  const parsed = AppConfig.safeParse(body);
  if (!parsed.success) throw new ConfigError(`/config.json is not valid: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`);
  const resolve = (url: string | null) => (url === null ? null : new URL(url, pageUrl).href);
  return { ...parsed.data, userPoolEndpoint: resolve(parsed.data.userPoolEndpoint), wsUrl: resolve(parsed.data.wsUrl) };
};
