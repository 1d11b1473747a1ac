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

/** Parts of distributions that are resources of their own, by id or ARN. */
export interface EdgeParts {
  /** Public keys in PEM. */
  readonly publicKeys: Map<string, string>;
  /** Ids of public keys. */
  readonly keyGroups: Map<string, readonly string[]>;
  readonly functions: Map<string, EdgeFunction>;
  readonly cachePolicies: Map<string, CachePolicy>;
  readonly originRequestPolicies: Map<string, Forwarding>;
  readonly responseHeaders: Map<string, ResponseHeaders>;
  /** Ids of the distributions that are up. */
  readonly distributions: Set<string>;
}

/** Folders that were copied into a bucket. */
export interface Deployment {
  readonly folders: readonly string[];
  /** Copies what lies in them now; removes nothing. */
  again(): Promise<void>;
}

/** Everything that provisioners make resources on. */
export interface LocalCloud {
  readonly clock: Clock;
  /** Folder of everything that is kept. */
  readonly dataDir: string;
  readonly credentials: Credentials;
  readonly roles: RoleBook;
  readonly policies: ResourcePolicies;
  /** Judges by roles and policies. */
  readonly access: Access;
  readonly functions: Functions;
  readonly gateway: Gateway;
  readonly webSockets: WebSocketGateway;
  readonly integrations: Map<string, Integration>;
  readonly authorizers: Map<string, JwtAuthorizer>;
  readonly delivery: Delivery;
  readonly edge: EdgeParts;
  readonly s3: S3Engine;
  /** Still starting while the first resources are made. */
  readonly dynamo: Promise<DynamoEngine>;
  /** Tables by the ARN of their stream. */
  readonly streams: Map<string, LocalTable>;
  readonly cognito: CognitoEngine;
  /** Ids of the user pools. */
  readonly pools: Set<string>;
  readonly queues: QueueEngine;
  readonly bus: EventBus;
  readonly ssm: Promise<SsmService>;
  /** Resolves when every service answers; functions may be called from then on. */
  readonly started: Promise<unknown>;
  readonly customResources: CustomResources;
  /** Puts real addresses in place of placeholder hosts. */
  readonly rewrite: (text: string) => string;
  /**
   * Run once everything is made, before anything begins: policies come after what needs them.
   * @throws Error naming what a policy does not allow
   */
  readonly checks: (() => void)[];
  /** Run once everything is made: pollers that would otherwise call functions too early. */
  readonly starters: (() => Promise<Mapping>)[];
  readonly deployments: Deployment[];
}

/** The `iss` of a pool's tokens, as AWS has it. */
export const issuerOf = (poolId: string): string => `https://cognito-idp.${LOCAL_REGION}.amazonaws.com/${poolId}`;

/** The ARN of a distribution, as bucket policies name it. */
export const distributionArn = (id: string): string => `arn:aws:cloudfront::${LOCAL_ACCOUNT}:distribution/${id}`;
