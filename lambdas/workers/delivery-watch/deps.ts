import type { WatchRepository } from '../../data/delivery/watch-repository.ts';
import type { DistributionReader } from '../../domain/delivery/distribution-facts.ts';
import type { MetricReader } from '../../domain/delivery/metrics.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HeartbeatStore } from '../../platform/delivery/heartbeat-store.ts';

/** What a request for the heartbeat led to. */
export interface ProbeReply {
  /** 0 without any response. */
  readonly status: number;
  /** Milliseconds until the first byte. */
  readonly durationMs: number;
}

/** Dependencies of the worker. */
export interface WatchDeps {
  readonly repository: WatchRepository;
  readonly metrics: MetricReader;
  readonly distribution: DistributionReader;
  readonly heartbeat: HeartbeatStore;
  /**
   * Requests the heartbeat through the distribution. Never throws. Undefined when its address is not known, which says
   * nothing about the delivery.
   */
  readonly probe: () => Promise<ProbeReply | undefined>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
