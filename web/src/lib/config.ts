import type { AppConfig } from '../../../lambdas/contract/config.ts';

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isTextOrNull = (value: unknown) => value === null || isText(value);

/**
 * Checks for the fields of the contract's schema. Written by hand, because the schema library would be a fifteenth of
 * the first screen, where nothing else needs it.
 */
const fields: Readonly<Record<keyof AppConfig, (value: unknown) => boolean>> = {
  stage: isText,
  region: isText,
  userPoolId: isText,
  userPoolClientId: isText,
  userPoolEndpoint: isTextOrNull,
  apiBase: (value) => value === '/api',
  wsUrl: isTextOrNull,
  publicCatalog: isFlag,
  passkeys: isFlag,
  phones: isFlag,
  speechLanguages: (value) => Array.isArray(value) && value.every(isText),
};

/** `/config.json` can't be downloaded, is missing or invalid; the application can't start. */
export class ConfigError extends Error {
  /** Whether the server did not answer, or could not. */
  readonly isUnavailable: boolean;

  constructor(detail: string, isUnavailable = false) {
    super(detail);
    this.name = 'ConfigError';
    this.isUnavailable = isUnavailable;
  }
}

/**
 * Loads the configuration of this stage. Relative URLs in it are resolved against the page.
 * @throws ConfigError when the file is missing or malformed.
 */
export const loadConfig = async (
  fetchFile: typeof fetch = fetch,
  pageUrl: string = window.location.href,
): Promise<AppConfig> => {
  const response = await fetchFile('/config.json', { cache: 'no-store' }).catch(() => {
    throw new ConfigError('/config.json could not be downloaded', true);
  });
  if (!response.ok) throw new ConfigError(`/config.json returned status ${response.status}`, response.status >= 500);
  const body: unknown = await response.json().catch(() => {
    throw new ConfigError('/config.json is not JSON');
  });
  const found = Object(body) as Readonly<Record<string, unknown>>;
  const invalid = Object.entries(fields).flatMap(([name, isValid]) => (isValid(found[name]) ? [] : [name]));
  if (invalid.length > 0) throw new ConfigError(`/config.json has invalid fields: ${invalid.join(', ')}`);
  const config = body as AppConfig;
  const resolve = (url: string | null) => (url === null ? null : new URL(url, pageUrl).href);
  return { ...config, userPoolEndpoint: resolve(config.userPoolEndpoint), wsUrl: resolve(config.wsUrl) };
};
