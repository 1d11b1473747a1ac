import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBody, sendJson } from './aws/service.ts';
import type { PathHandler } from './dispatcher.ts';
import type { InvokeFunction } from './invoke.ts';
import { stackId } from './template/resolver.ts';

/** Path of the internal server that functions answer CloudFormation at. */
export const RESPONSE_PATH = '/_cloudformation-response/';
/** Bytes that CloudFormation takes as an answer. */
const MAX_ANSWER_BYTES = 4096;
/** Seconds to wait for an answer when the resource says nothing of its own. */
const DEFAULT_TIMEOUT_SECONDS = 120;

/** A custom resource of the template, resolved. */
export interface CustomResource {
  readonly stackName: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Known {
  readonly physicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly Status?: string;
  readonly Reason?: string;
  readonly PhysicalResourceId?: string;
  readonly Data?: Readonly<Record<string, unknown>>;
}

/** CloudFormation's side of custom resources. */
export interface CustomResources {
  /**
   * Creates the resource, updates it when its properties changed, or answers what is known of it.
   * @throws Error with the function's reason when it fails
   */
  apply(
    resource: CustomResource,
  ): Promise<{ readonly physicalId: string; readonly data: Readonly<Record<string, unknown>> }>;
  /** Takes the functions' answers. */
  readonly receive: PathHandler;
}

/** What custom resources stand on. */
export interface CustomResourcesOptions {
  /** Folder of the file that remembers what was made. */
  readonly dataDir: string;
  readonly invoke: InvokeFunction;
  /** The internal server's address. */
  readonly endpoint: string;
}

/** CloudFormation hands every scalar over as a text. */
const asTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asTexts(inner)]));
  return String(value);
};

/** Makes CloudFormation's side of custom resources. */
export const createCustomResources = ({ dataDir, invoke, endpoint }: CustomResourcesOptions): CustomResources => {
  const file = join(dataDir, 'custom-resources.json');
  const known = new Map<string, Known>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Known>) : [],
  );
  const waiting = new Map<string, (answer: Answer) => void>();

  const remember = (key: string, entry: Known): void => {
    known.set(key, entry);
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(known)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };

  const ask = async (
    functionArn: string,
    event: Readonly<Record<string, unknown>>,
    timeoutSeconds: number,
  ): Promise<Answer> => {
    const token = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolve, reject) => {
        waiting.set(token, resolve);
        timer = setTimeout(
          () => reject(new Error(`its function gave no answer within ${timeoutSeconds} seconds`)),
          timeoutSeconds * 1000,
        );
        invoke(functionArn, { ...event, ResponseURL: `${endpoint}${RESPONSE_PATH}${token}` }).then(({ error }) => {
          if (error) reject(new Error(`${error.errorType}: ${error.errorMessage}`));
          else if (waiting.has(token)) reject(new Error('its function ended without an answer'));
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
      const before = known.get(key);
      const wanted = asTexts(properties) as Record<string, unknown>;
      if (before && JSON.stringify(before.properties) === JSON.stringify(wanted)) return before;
      const functionArn = String(properties['ServiceToken']);
      const shared = {
        ServiceToken: functionArn,
        StackId: stackId(stackName),
        RequestId: randomUUID(),
        LogicalResourceId: logicalId,
        ResourceType: type,
        ResourceProperties: wanted,
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
      const answer = await ask(functionArn, event, timeoutSeconds);
      if (answer.Status !== 'SUCCESS') throw new Error(answer.Reason ?? 'its function answered no reason');
      if (!answer.PhysicalResourceId) throw new Error('its function answered no PhysicalResourceId');
      if (before && before.physicalId !== answer.PhysicalResourceId) {
        // A new id means a new thing: CloudFormation then removes the old one.
        const removal = {
          ...shared,
          RequestType: 'Delete',
          PhysicalResourceId: before.physicalId,
          ResourceProperties: before.properties,
        };
        await ask(functionArn, removal, timeoutSeconds);
      }
      const entry = { physicalId: answer.PhysicalResourceId, properties: wanted, data: answer.Data ?? {} };
      remember(key, entry);
      return entry;
    },
    async receive(request, response) {
      const token = (request.url ?? '').slice(RESPONSE_PATH.length).split('?')[0] ?? '';
      const settle = waiting.get(token);
      if (request.method !== 'PUT' || !settle) return sendJson(response, 403, { message: 'Access Denied' });
      const body = await readBody(request, MAX_ANSWER_BYTES).catch(() => undefined);
      waiting.delete(token);
      try {
        settle(
          body
            ? (JSON.parse(body.toString('utf8')) as Answer)
            : { Status: 'FAILED', Reason: `its answer is over ${MAX_ANSWER_BYTES} bytes` },
        );
      } catch {
        settle({ Status: 'FAILED', Reason: 'its answer is no JSON' });
      }
      sendJson(response, 200, undefined);
    },
  };
};
