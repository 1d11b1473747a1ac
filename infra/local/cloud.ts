import { LOCAL_ACCOUNT, LOCAL_REGION } from './aws/service.ts';
import type { Clock } from './clock.ts';
import type { Credentials } from './credentials.ts';
import type { CustomResources } from './custom-resources.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { CachePolicy, Forwarding, ResponseHeaders } from './delivery/distribution.ts';
import type { EdgeFunction } from './delivery/edge-function.ts';
import type { CognitoEngine } from './engines/cognito/engine.ts';
import type { DynamoEngine } from './engines/dynamodb/engine.ts';
import type { LocalTable } from './engines/dynamodb/tables.ts';
import type { S3Engine } from './engines/s3/types.ts';
import type { EventBus } from './events/bus/event-bus.ts';
import type { Mapping } from './events/mapping-properties.ts';
import type { QueueEngine } from './events/queues/queue-engine.ts';
import type { Functions } from './functions/functions.ts';
import type { JwtAuthorizer } from './gateway/authorizer.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { Integration } from './gateway/integration.ts';
import type { WebSocketGateway } from './gateway/websocket-gateway.ts';
import type { Access } from './iam/access.ts';
import type { ResourcePolicies } from './iam/resource-policies.ts';
import type { RoleBook } from './roles.ts';
import type { SsmService } from './services/ssm.ts';

/** Resources that distributions refer to, by ID or ARN. */
export interface EdgeParts {
  /** Public keys in PEM. */
  readonly publicKeys: Map<string, string>;
  /** IDs of the public keys of each group. */
  readonly keyGroups: Map<string, readonly string[]>;
  readonly functions: Map<string, EdgeFunction>;
  readonly cachePolicies: Map<string, CachePolicy>;
  readonly originRequestPolicies: Map<string, Forwarding>;
  readonly responseHeaders: Map<string, ResponseHeaders>;
  /** IDs of the existing distributions. */
  readonly distributions: Set<string>;
}

/** Folders that were copied to a bucket. */
export interface Deployment {
  readonly folders: readonly string[];
  /** Copies their current files; removes nothing. */
  again(): Promise<void>;
}

/** The engines and registries that provisioners create resources in. */
export interface LocalCloud {
  readonly clock: Clock;
  /** Folder of all stored data. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  readonly roles: RoleBook;
  readonly policies: ResourcePolicies;
  /** Decides requests by roles and policies. */
  readonly access: Access;
  readonly functions: Functions;
  readonly gateway: Gateway;
  readonly webSockets: WebSocketGateway;
  readonly integrations: Map<string, Integration>;
  readonly authorizers: Map<string, JwtAuthorizer>;
  readonly delivery: Delivery;
  readonly edge: EdgeParts;
  readonly s3: S3Engine;
  /** Still starting while the first resources are created. */
  readonly dynamo: Promise<DynamoEngine>;
  /** Tables by the ARN of their stream. */
  readonly streams: Map<string, LocalTable>;
  readonly cognito: CognitoEngine;
  /** IDs of the user pools. */
  readonly pools: Set<string>;
  readonly queues: QueueEngine;
  readonly bus: EventBus;
  readonly ssm: Promise<SsmService>;
  /** Resolves when every service responds; functions may be called from then on. */
  readonly started: Promise<unknown>;
  readonly customResources: CustomResources;
  /** Replaces placeholder hosts by real addresses. */
  readonly rewrite: (text: string) => string;
  /**
   * Run after all resources are created and before the starters, because policies come after the resources that need
   * them.
   * @throws Error naming what a policy does not allow
   */
  readonly checks: (() => void)[];
  /** Run after all resources are created: pollers that would otherwise call functions too early. */
  readonly starters: (() => Promise<Mapping>)[];
  readonly deployments: Deployment[];
}

/** The `iss` claim of a pool's tokens, as on AWS. */
export const issuerOf = (poolId: string): string => `https://cognito-idp.${LOCAL_REGION}.amazonaws.com/${poolId}`;

/** The ARN of a distribution, as bucket policies name it. */
export const distributionArn = (id: string): string => `arn:aws:cloudfront::${LOCAL_ACCOUNT}:distribution/${id}`;
