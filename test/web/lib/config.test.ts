/** @jest-environment jest-fixed-jsdom */
import { AppConfig } from '../../../lambdas/contract/config.ts';
import { ConfigError, loadConfig } from '../../../web/src/lib/config.ts';
import { testConfig } from '../support/render-app.tsx';

const answering =
  (body: unknown, status = 200) =>
  async () =>
    new Response(JSON.stringify(body), { status });

describe('the configuration of the page', () => {
  it('resolves relative values against the page', async () => {
    const config = await loadConfig(
      answering({ ...testConfig, userPoolEndpoint: '/_local/cognito' }),
      'http://localhost:4000/streaming',
    );
    expect(config.userPoolEndpoint).toBe('http://localhost:4000/_local/cognito');
  });

  it.each(Object.keys(AppConfig.shape))('checks %s like the schema of the contract', async (field) => {
    for (const value of [undefined, null, 7, true, '', '/api', 'text', {}, []]) {
      const body = { ...testConfig, [field]: value };
      const accepted = await loadConfig(answering(body)).then(
        () => true,
        () => false,
      );
      expect([value, accepted]).toEqual([value, AppConfig.safeParse(body).success]);
    }
  });

  it.each([
    ['missing', answering({}, 404), '/config.json returned status 404', false],
    ['failing', answering({}, 503), '/config.json returned status 503', true],
    ['malformed', answering({ ...testConfig, userPoolId: 7 }), '/config.json has invalid fields: userPoolId', false],
    [
      'without languages',
      answering({ ...testConfig, speechLanguages: 'en-US' }),
      '/config.json has invalid fields: speechLanguages',
      false,
    ],
    ['null', answering(null), `/config.json has invalid fields: ${Object.keys(AppConfig.shape).join(', ')}`, false],
    ['not JSON', async () => new Response('<html>'), '/config.json is not JSON', false],
    ['unreachable', () => Promise.reject(new TypeError('failed')), '/config.json could not be downloaded', true],
  ])('reports the cause if the file is %s', async (_, fetchFile, message, isUnavailable) => {
    const failure: unknown = await loadConfig(fetchFile).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConfigError);
    expect(failure).toMatchObject({ message, isUnavailable });
  });
});
