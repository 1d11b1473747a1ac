import type { deliveryMonitorEndpoints } from '../../../../../lambdas/contract/delivery/monitor.ts';
import type { deliveryToolEndpoints } from '../../../../../lambdas/contract/delivery/tools.ts';
import type { EndpointOutput } from '../../../../../lambdas/contract/endpoint.ts';

type ToolOutput<K extends keyof typeof deliveryToolEndpoints> = EndpointOutput<(typeof deliveryToolEndpoints)[K]>;
type MonitorOutput<K extends keyof typeof deliveryMonitorEndpoints> = EndpointOutput<
  (typeof deliveryMonitorEndpoints)[K]
>;

/** The strategy for an operation, and what was done for it. */
export type ChosenStrategy = ToolOutput<'delivery-tools.intelligent-cors-manager'>;
/** The distribution that a tool found. */
export type FoundDistribution = ToolOutput<'delivery-tools.setup-cdn-for-existing'>;
/** Dependencies with their latency. */
export type TestedConnections = ToolOutput<'delivery-tools.test-aws-connection'>;
/** The buckets compared with the template. */
export type S3Diagnosis = ToolOutput<'delivery-tools.diagnose-s3-access'>['diagnosis'];
/** How far changes of the distribution are. */
export type PropagationState = MonitorOutput<'delivery-monitor.check-cdn-status'>;
/** What would improve the delivery. */
export type Advice = MonitorOutput<'delivery-monitor.ai-cdn-optimizer'>;
