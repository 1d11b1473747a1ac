import { randomUUID } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/service.ts';

/** An event as EventBridge delivers it. */
export interface BridgeEvent {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  /** ISO 8601, whole seconds, UTC. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
}

/** Publishes an event to the bus. Engines receive this function, so that they do not depend on the bus. */
export type PublishEvent = (event: BridgeEvent) => void;

/** Creates an event. `now` is in epoch milliseconds. */
export const bridgeEvent = (
  now: number,
  source: string,
  detailType: string,
  detail: unknown,
  resources: readonly string[] = [],
): BridgeEvent => ({
  version: '0',
  id: randomUUID(),
  'detail-type': detailType,
  source,
  account: LOCAL_ACCOUNT,
  time: new Date(now).toISOString().replace(/\.\d{3}Z$/, 'Z'),
  region: LOCAL_REGION,
  resources,
  detail,
});
