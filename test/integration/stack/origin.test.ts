import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { ORIGIN_HEADER } from '../../../lambdas/contract/origin.ts';
import { accessClaims, gatewayEvent } from '../../support/http.ts';
import { assemblyOf } from '../../support/stack/assembly.ts';
import { openCloud, startTestCloud, type OpenCloud } from '../../support/stack/running-cloud.ts';

const work = mkdtempSync(join(tmpdir(), 'soundstage-origin-'));
let cloud: RunningCloud;
let open: OpenCloud;

beforeAll(async () => {
  const { folder } = await assemblyOf('local');
  // A cloud of its own: this file runs a template of its own.
  cloud = await startTestCloud({ assemblyDir: folder, dataDir: join(work, 'data') });
  open = await openCloud(cloud);
});
afterAll(async () => {
  open?.close();
  await cloud?.stop();
  rmSync(work, { recursive: true, force: true });
});

/** The response of a function to an event that the gateway sends for a caller past the distribution. */
const invoke = async (folder: string, event: unknown): Promise<unknown> => {
  const { payload, error } = await cloud.invoke(folder, event);
  return error ?? (payload as { statusCode?: unknown }).statusCode;
};

describe('a caller past the distribution', () => {
  it('is denied by every endpoint, with a valid token too', async () => {
    const statuses = new Set<unknown>();
    for (const [key, { method, path }] of Object.entries(endpoints)) {
      const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
      const call = { routeKey: `${method} ${path}`, claims: accessClaims() };
      for (const sent of [headers, { ...headers, [ORIGIN_HEADER]: 'guessed' }])
        statuses.add(await invoke(key.slice(0, key.indexOf('.')), gatewayEvent({ ...call, headers: sent })));
    }
    expect([...statuses]).toEqual([403]);
  });

  it('cannot open the live channel', async () => {
    const requestContext = { connectionId: 'c', eventType: 'CONNECT' };
    const handshake = { requestContext, headers: { [ORIGIN_HEADER]: 'guessed' }, isBase64Encoded: false };
    expect(await invoke('live-socket', handshake)).toBe(403);
  });
});

describe('a caller of the distribution', () => {
  it('needs no secret, and cannot replace the one that the distribution sends', async () => {
    for (const headers of [{}, { [ORIGIN_HEADER]: 'guessed' }])
      expect((await open.api.request('settings.get-public', {}, undefined, headers)).status).toBe(200);
  });
});
