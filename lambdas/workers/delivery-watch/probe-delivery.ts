import { withProbe } from '../../domain/delivery/heartbeats.ts';
import { windowsAt } from '../../domain/delivery/metrics.ts';
import { hourOf } from '../../domain/delivery/site-window.ts';
import type { WatchState } from '../../domain/delivery/watch-state.ts';
import type { WatchDeps } from './deps.ts';

/** Probes that are kept one by one: those of an hour. */
const KEPT_PROBES = 12;
const MISSING = new Set([403, 404]);
const OK = 200;

/**
 * Requests the heartbeat. When it does not exist, it is stored; when there is no good response, it is requested once
 * more, so that one lost packet is no outage. When it cannot be requested at all, nothing is stored about it.
 */
export const probeDelivery = async (
  { probe, heartbeat, logger }: Pick<WatchDeps, 'probe' | 'heartbeat' | 'logger'>,
  state: WatchState,
  now: number,
): Promise<Pick<WatchState, 'probes' | 'probe_hours'>> => {
  const first = await probe();
  if (!first) return { probes: state.probes, probe_hours: state.probe_hours };
  if (MISSING.has(first.status))
    await heartbeat.put().catch((error: unknown) => {
      logger.error('The heartbeat was not stored', { errorName: (error as Error).name });
    });
  const second = first.status === OK ? undefined : await probe();
  const { status, durationMs } = second ?? first;
  const statuses = [first, second].flatMap((reply) => reply?.status ?? []);
  const last = { at: new Date(now).toISOString(), ok: status === OK, first_byte_ms: durationMs };
  return {
    probes: [...state.probes, last].slice(-KEPT_PROBES),
    probe_hours: withProbe(state.probe_hours, now, statuses, hourOf(windowsAt(now).day.from)),
  };
};
