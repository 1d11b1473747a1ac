import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { createFaultSwitch } from './console/fault-switch.ts';
import { createCredentials } from './credentials.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import type { Engine, Platform } from './engine.ts';
import { createAccess, createAuthorize, type ResourceDecision, type RoleDecision } from './iam/access.ts';
import { createResourcePolicies } from './iam/resource-policies.ts';
import { createRewriter, type LocalAddresses } from './placeholders.ts';
import { createRoleBook } from './roles.ts';

/** Options of the engines. */
export interface PlatformOptions {
  /** Folder of all stored data. */
  readonly dataDir: string;
  readonly clock: Clock;
  /** Keep the database in memory only. */
  readonly inMemory: boolean;
  /** Address of a DynamoDB Local that runs already, instead of one for this cloud. Its access keys are kept apart. */
  readonly database?: string;
  readonly addresses: LocalAddresses;
  /** Values for environment variables that the template sets, for all functions that have them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Called with each line that a function prints and the function's folder name. */
  readonly onLog?: (folder: string, line: string) => void;
  /** Called for every request that a role's policies decided. */
  readonly onRoleDecision?: (request: RoleDecision) => void;
  /** Called for every request that a resource's policies took part in deciding. */
  readonly onResourceDecision?: (request: ResourceDecision) => void;
}

/** Creates what every engine may use, and the dispatcher of their services. */
export const createPlatform = (
  options: PlatformOptions,
  engines: readonly Engine<unknown>[],
  started: Promise<void>,
): { readonly platform: Platform; readonly dispatcher: Dispatcher } => {
  const { dataDir, clock, inMemory, database, addresses, variables = {} } = options;
  const { onLog, onRoleDecision, onResourceDecision } = options;
  const credentials = createCredentials();
  const faults = createFaultSwitch(
    clock,
    engines.flatMap((engine) => engine.faults),
  );
  const dispatcher = createDispatcher(credentials, faults);
  const roles = createRoleBook();
  const policies = createResourcePolicies();
  const access = createAccess({
    roles,
    policies,
    ...(onRoleDecision ? { onRoleDecision } : {}),
    ...(onResourceDecision ? { onResourceDecision } : {}),
  });
  const platform: Platform = {
    clock,
    dataDir,
    folder: (name) => join(dataDir, name),
    inMemory,
    ...(database === undefined ? {} : { database }),
    addresses,
    variables,
    rewrite: createRewriter(addresses),
    credentials,
    roles,
    policies,
    access,
    // JSON 1.x services deny access with 400, the others with 403. S3 uses its own text.
    authorizeJson: createAuthorize(access),
    authorizeRest: createAuthorize(access, 'AccessDeniedException', 403),
    authorizeQuery: createAuthorize(access, 'AccessDenied', 403),
    faults,
    handleInternal: dispatcher.handle,
    started,
    ...(onLog ? { onLog } : {}),
  };
  return { platform, dispatcher };
};
