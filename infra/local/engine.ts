import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalService } from './aws/service.ts';
import type { Clock } from './clock.ts';
import type { FaultTarget } from './console/fault-answers.ts';
import type { FaultSwitch } from './console/fault-switch.ts';
import type { Panel } from './console/panel.ts';
import type { Routes } from './console/router.ts';
import type { Credentials } from './credentials.ts';
import type { PathHandler } from './dispatcher.ts';
import type { Access, Authorize } from './iam/access.ts';
import type { ResourcePolicies } from './iam/resource-policies.ts';
import type { LocalAddresses } from './placeholders.ts';
import type { NamedResource, Provisioner } from './resources/types.ts';
import type { RoleBook } from './roles.ts';
import type { RequestHandler } from './servers.ts';

/** What every engine may use: time, storage, identity and the addresses of the local cloud. */
export interface Platform {
  readonly clock: Clock;
  /** Folder of all stored data. */
  readonly dataDir: string;
  /** An engine's own folder in `dataDir`. The engine creates it. */
  readonly folder: (name: string) => string;
  /** Keep the database in memory only. */
  readonly inMemory: boolean;
  /** Address of a DynamoDB Local that runs already, instead of one for this cloud. Its access keys are kept apart. */
  readonly database?: string;
  readonly addresses: LocalAddresses;
  /** Values for environment variables that the template sets, for all functions that have them. */
  readonly variables: Readonly<Record<string, string>>;
  /** Replaces placeholder hosts by real addresses. */
  readonly rewrite: (text: string) => string;
  readonly credentials: Credentials;
  readonly roles: RoleBook;
  readonly policies: ResourcePolicies;
  /** Decides requests by roles and policies. */
  readonly access: Access;
  /** Authorizes a call, with the access-denied error of services that speak AWS JSON 1.x. */
  readonly authorizeJson: Authorize;
  /** The same for REST services. */
  readonly authorizeRest: Authorize;
  /** The same for services that speak the query protocol or XML. */
  readonly authorizeQuery: Authorize;
  readonly faults: FaultSwitch;
  /** Handles requests to the internal AWS endpoint. */
  readonly handleInternal: RequestHandler;
  /** Called with each line that a function prints and the function's folder name. */
  readonly onLog?: (folder: string, line: string) => void;
  /** Resolves when every service responds; functions may be called from then on. */
  readonly started: Promise<void>;
}

/** Handles every path of `/_local/<name>/`, for pages of this machine. */
export type LocalPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A created engine. Only `instance` is required. */
export interface EngineParts<Instance> {
  /** What other engines and the local cloud's callers use. */
  readonly instance: Instance;
  /** The AWS services that it serves. A promise is a service that starts slowly; the start waits for it. */
  readonly services?: readonly (LocalService | Promise<LocalService>)[];
  /** Provisioners by CloudFormation type; `Custom::*` is for every custom type without its own. */
  readonly resources?: Readonly<Record<string, Provisioner>>;
  /** Types without an effect on a laptop. They get a name; their properties are not read. */
  readonly namedResources?: Readonly<Record<string, NamedResource>>;
  /** Handlers of unsigned requests to the internal server, by path prefix. */
  readonly paths?: Readonly<Record<string, PathHandler>>;
  /** Sections of the console. */
  readonly panels?: readonly Panel[];
  /** Routes of the console's API without a section. */
  readonly routes?: Routes;
  /** Its own pages in `/_local/`, by first path segment. */
  readonly pages?: Readonly<Record<string, LocalPage>>;
  /** What else can have a fault, e.g. its functions. The console lists these after the services. */
  readonly faultNames?: () => readonly string[];
  /** Runs when all resources exist: pollers and timers that would otherwise call functions too early. */
  readonly start?: () => void | Promise<void>;
  /** Runs in reverse order of creation, also when the start failed. */
  readonly stop?: () => unknown;
}

/** Finds the instance of a created engine. */
export type InstanceOf = <Instance>(engine: Engine<Instance>) => Instance;

/** An engine of the local cloud, as the engine list holds it. */
export interface Engine<Instance> {
  /** For messages. */
  readonly name: string;
  /** The engines that must be created before it. */
  readonly needs: readonly Engine<unknown>[];
  /** How calls of its services fail when the developer sets a fault. */
  readonly faults: readonly FaultTarget[];
  readonly create: (platform: Platform, instanceOf: InstanceOf) => EngineParts<Instance>;
}

type Needs = Readonly<Record<string, Engine<unknown>>>;
type InstancesOf<N extends Needs> = { readonly [K in keyof N]: N[K] extends Engine<infer Instance> ? Instance : never };

/** Defines an engine that needs other engines. `create` receives their instances by the names in `needs`. */
export const defineEngine = <Instance, const N extends Needs = Record<never, never>>({
  name,
  needs,
  faults = [],
  create,
}: {
  readonly name: string;
  readonly needs?: N;
  readonly faults?: readonly FaultTarget[];
  readonly create: (platform: Platform, needs: InstancesOf<N>) => EngineParts<Instance>;
}): Engine<Instance> => ({
  name,
  needs: Object.values(needs ?? {}),
  faults,
  create(platform, instanceOf) {
    const instances = Object.fromEntries(
      Object.entries(needs ?? {}).map(([key, engine]) => [key, instanceOf(engine)]),
    ) as InstancesOf<N>;
    return create(platform, instances);
  },
});
