import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBody, sendJson } from './aws/service.ts';
import type { PathHandler } from './dispatcher.ts';
import type { InvokeFunction } from './invoke.ts';
import { stackId } from './template/resolver.ts';

/** Path of the internal server where functions respond to CloudFormation. */
export const RESPONSE_PATH = '/_cloudformation-response/';
/** Maximum size of a response to CloudFormation, in bytes. */
const MAX_RESPONSE_BYTES = 4096;
/** Seconds to wait for a response when the resource sets no timeout. */
const DEFAULT_TIMEOUT_SECONDS = 120;

/** A custom resource of the template, resolved. */
export interface CustomResource {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface StoredResource {
  readonly physicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

interface CloudFormationResponse {
  readonly Status?: string;
  readonly Reason?: string;
  readonly PhysicalResourceId?: string;
  readonly Data?: Readonly<Record<string, unknown>>;
}

/** CloudFormation's side of custom resources. */
export interface CustomResources {
  /**
   * Creates the resource, updates it when its properties changed, or returns the stored result.
   * @throws Error with the function's reason when it fails
   */
  apply(
    resource: CustomResource,
  ): Promise<{ readonly physicalId: string; readonly data: Readonly<Record<string, unknown>> }>;
  /** Receives the functions' responses. */
  readonly receive: PathHandler;
}

export interface CustomResourcesOptions {
  /** Folder of the file that stores the created resources. */
  readonly dataDir: string;
  readonly invoke: InvokeFunction;
  /** The internal server's address. */
  readonly endpoint: string;
}

/** CloudFormation passes every scalar as a string. */
const asStrings = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asStrings);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asStrings(inner)]));
  return String(value);
};

/** Creates CloudFormation's side of custom resources. */
export const createCustomResources = ({ dataDir, invoke, endpoint }: CustomResourcesOptions): CustomResources => {
  const file = join(dataDir, 'custom-resources.json');
  const storedResources = new Map<string, StoredResource>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, StoredResource>) : [],
  );
  const waiting = new Map<string, (result: CloudFormationResponse) => void>();

  const store = (key: string, entry: StoredResource): void => {
    storedResources.set(key, entry);
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(storedResources)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };

  const callFunction = async (
    functionArn: string,
    event: Readonly<Record<string, unknown>>,
    timeoutSeconds: number,
  ): Promise<CloudFormationResponse> => {
    const token = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<CloudFormationResponse>((resolve, reject) => {
        waiting.set(token, resolve);
        timer = setTimeout(
          () => reject(new Error(`its function did not respond within ${timeoutSeconds} seconds`)),
          timeoutSeconds * 1000,
        );
        invoke(functionArn, { ...event, ResponseURL: `${endpoint}${RESPONSE_PATH}${token}` }).then(({ error }) => {
          if (error) reject(new Error(`${error.errorType}: ${error.errorMessage}`));
          else if (waiting.has(token)) reject(new Error('its function ended without responding'));
        }, reject);
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(token);
    }
  };

  return {
    async apply({ stackName, logicalId, type, properties }) {
      const key = `${stackName}/${logicalId}`;
      const before = storedResources.get(key);
      const requestedProperties = asStrings(properties) as Record<string, unknown>;
      if (before && JSON.stringify(before.properties) === JSON.stringify(requestedProperties)) return before;
      const functionArn = String(properties['ServiceToken']);
      const shared = {
        ServiceToken: functionArn,
        StackId: stackId(stackName),
        RequestId: randomUUID(),
        LogicalResourceId: logicalId,
        ResourceType: type,
        ResourceProperties: requestedProperties,
      };
      const event = before
        ? {
            ...shared,
            RequestType: 'Update',
            PhysicalResourceId: before.physicalId,
            OldResourceProperties: before.properties,
          }
        : { ...shared, RequestType: 'Create' };
      const timeoutSeconds = Number(properties['ServiceTimeout'] ?? DEFAULT_TIMEOUT_SECONDS);
      const result = await callFunction(functionArn, event, timeoutSeconds);
      if (result.Status !== 'SUCCESS') throw new Error(result.Reason ?? 'its function gave no reason');
      if (!result.PhysicalResourceId) throw new Error('its function returned no PhysicalResourceId');
      if (before && before.physicalId !== result.PhysicalResourceId) {
        // A new ID means a new resource: CloudFormation then removes the old one.
        const removal = {
          ...shared,
          RequestType: 'Delete',
          PhysicalResourceId: before.physicalId,
          ResourceProperties: before.properties,
        };
        await callFunction(functionArn, removal, timeoutSeconds);
      }
      const entry = { physicalId: result.PhysicalResourceId, properties: requestedProperties, data: result.Data ?? {} };
      store(key, entry);
      return entry;
    },
    async receive(request, response) {
      const token = (request.url ?? '').slice(RESPONSE_PATH.length).split('?')[0] ?? '';
      const settle = waiting.get(token);
      if (request.method !== 'PUT' || !settle) return sendJson(response, 403, { message: 'Access Denied' });
      const body = await readBody(request, MAX_RESPONSE_BYTES).catch(() => undefined);
      waiting.delete(token);
      try {
        settle(
          body
            ? (JSON.parse(body.toString('utf8')) as CloudFormationResponse)
            : { Status: 'FAILED', Reason: `its response exceeds ${MAX_RESPONSE_BYTES} bytes` },
        );
      } catch {
        settle({ Status: 'FAILED', Reason: 'its response is not valid JSON' });
      }
      sendJson(response, 200, undefined);
    },
  };
};
