import type { DeliveryToolsDeps } from '../../../lambdas/api/delivery-tools/deps.ts';
import { createProbes } from '../../../lambdas/api/delivery-tools/probes.ts';
import { deliveryToolsRoutes } from '../../../lambdas/api/delivery-tools/routes.ts';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import type { AuditAct } from '../../../lambdas/domain/audit/act.ts';
import { toView } from '../../../lambdas/domain/content/views.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { parseDeclared, type CorsRule } from '../../../lambdas/domain/delivery/declared.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { declaredText } from '../delivery.ts';
import { accessClaims, call } from '../http.ts';
import { claimedUpload, finishedAttempt } from '../rows/conversion-records.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
/** The time of all calls. */
export const AT = '2026-03-01T12:00:00.000Z';
const declared = parseDeclared(declaredText());
/** The stage's distribution. */
export const E1 = { id: 'E1', domainName: 'e1.cloudfront.net', enabled: true, deployed: true };
const STORAGE = { bucket: 'the-uploads', region: 'us-east-1', distributionId: 'E1' };

/** A tool of the delivery. */
export type ToolKey = Extract<EndpointKey, `delivery-tools.${string}`>;

/** The function over items in memory. `state` is what a test changes and reads. */
export const createToolWorld = (...items: readonly Content[]) => {
  const contents = new Map(items.map((item) => [item.id, item]));
  const state = {
    acts: [] as AuditAct[],
    events: [] as unknown[],
    forgotten: [] as string[],
    forgetFails: false,
    distribution: E1 as typeof E1 | undefined,
    cors: [...declared.buckets.uploads.cors] as readonly CorsRule[],
    corsFails: false,
    /** The file that the last conversion of a title was about, if it was not its own. */
    replacements: new Map<string, string>(),
    hasFiles: true,
    conflicts: 0,
    role: 'admin' as 'admin' | 'moderator',
  };
  const store = (before: Content, fields: Partial<Content>): boolean => {
    if (state.conflicts > 0) {
      state.conflicts -= 1;
      return false;
    }
    // As the table's client: a record has no undefined fields.
    for (const value of Object.values(fields.cdn ?? {})) if (value === undefined) throw new Error('An undefined field');
    contents.set(before.id, { ...before, ...fields });
    return true;
  };
  const closed = declared.buckets.media.publicAccessBlock;
  const base: Omit<DeliveryToolsDeps, 'probes'> = {
    content: {
      get: async (id) => contents.get(id),
      listAll: async () => ({ items: [...contents.values()], next_cursor: 'next' }),
    },
    records: {
      async save(before, cdn, act) {
        const saved = store(before, { cdn });
        if (saved) state.acts.push(act);
        return saved;
      },
      saveCheck: async (before, cdn) => store(before, { cdn }),
    },
    conversions: {
      readRecord: async (id) => {
        const content = contents.get(id);
        return content && { upload: claimedUpload(content), content };
      },
      async begin(_record, attempt, _previous, _facts, act) {
        const content = contents.get(attempt.content_id);
        if (content) contents.set(content.id, { ...content, conversion_status: 'pending' });
        if (act) state.acts.push(act);
        return true;
      },
    },
    attempts: {
      get: async ({ content_id: id }) => {
        const content = contents.get(id);
        const key = state.replacements.get(id);
        return content && finishedAttempt({ ...content, ...(key === undefined ? {} : { source_key: key }) });
      },
      list: async () => [],
    },
    events: { publish: async (type, detail) => void state.events.push([type, detail]) },
    settings: {
      readCors: async (name) => {
        if (state.corsFails) throw new Error('Slow down');
        return name === 'the-uploads' ? state.cors : [];
      },
      writeCors: async (_name, rules) => {
        state.cors = rules;
        return true;
      },
      readBlock: async () => closed,
      close: async () => true,
      readPolicy: async (name) => declared.buckets[name === 'the-media' ? 'media' : 'uploads'].policy,
      isPublic: async () => false,
    },
    readDeclared: async () => declared,
    distribution: {
      find: async () => state.distribution,
      async forget(paths) {
        if (state.forgetFails) throw Object.assign(new Error('Later'), { name: 'ServiceUnavailable' });
        state.forgotten.push(...paths);
      },
    },
    renditions: { has: async () => state.hasFiles },
    recordAct: async (act) => void state.acts.push(act),
    logger: silentLogger,
    now: () => NOW,
  };
  const readParameter = async (): Promise<string> => 'E1';
  const deps = { ...base, probes: createProbes({ ...base, readParameter }) };
  const handler = httpFunction(deliveryToolsRoutes(deps), {
    rights: { read: async (id) => ({ ...newAccountRights(id), plan: 'free', role: state.role }) },
    logger: silentLogger,
  });
  const post = async (key: ToolKey, body?: unknown, query?: Readonly<Record<string, string>>) => {
    const { method, path } = endpoints[key];
    const claims = accessClaims();
    return call(handler, {
      routeKey: `${method} ${path}`,
      headers: { authorization: 'Bearer a.b.c' },
      claims,
      ...(body === undefined ? {} : { body }),
      ...(query ? { query } : {}),
    });
  };
  const view = (id: string) => toView(contents.get(id) as Content, { review: true, storage: STORAGE });
  return { state, post, view, actions: () => state.acts.map(({ action }) => action) };
};
