import type { TestedConnection } from '../../contract/delivery/tools.ts';
import { endpoints } from '../../contract/index.ts';
import { within } from '../../domain/within.ts';
import { route } from '../../http/route.ts';
import type { DeliveryToolsDeps, Probe } from './deps.ts';

/** Milliseconds that a dependency may take. The tests run at the same time, within the API's limit of 29 s. */
const LIMIT_MS = 10_000;

const measure = async ([name, ask]: Probe, now: () => number): Promise<TestedConnection> => {
  const from = now();
  try {
    await within(LIMIT_MS, ask());
    return { name, ok: true, latency_ms: now() - from, problem: null };
  } catch (error) {
    return { name, ok: false, latency_ms: now() - from, problem: error instanceof Error ? error.name : 'unknown' };
  }
};

/** Asks every dependency and measures how long it takes. */
export const testAwsConnection = ({ probes, now }: DeliveryToolsDeps) =>
  route(endpoints['delivery-tools.test-aws-connection'], async () => {
    const connections = await Promise.all(probes.map((probe) => measure(probe, now)));
    return {
      status: 200,
      body: { success: connections.every(({ ok }) => ok), connections, tested_at: new Date(now()).toISOString() },
    };
  });
