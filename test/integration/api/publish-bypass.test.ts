import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { analysisResultEntity } from '../../../lambdas/data/analysis/result-repository.ts';
import { contentEntity } from '../../../lambdas/data/content/content-entity.ts';
import { attemptEntity } from '../../../lambdas/data/conversion/attempt-repository.ts';
import { uploadEntity } from '../../../lambdas/data/conversion/upload-entity.ts';
import { safetyVerdictEntity } from '../../../lambdas/data/safety/safety-entities.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { gateOf, withDecision } from '../../../lambdas/domain/safety/gate.ts';
import { initialPolicy } from '../../../lambdas/domain/safety/policy.ts';
import { neverEvaluated, summaryOf, type StoredVerdict } from '../../../lambdas/domain/safety/review.ts';
import { VERDICTS, type Verdict } from '../../../lambdas/domain/safety/verdict.ts';
import type { LooseInput } from '../../support/api.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { claimedUpload, finishedAttempt } from '../../support/rows/conversion-records.ts';
import { isSoak, sampleOf } from '../../support/rounds.ts';
import { endpointRows, type Row } from '../../support/rows/endpoint-rows.ts';
import { someResults } from '../../support/rows/safety-rows.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { createPublishingWorld } from '../../support/worlds/publishing-world.ts';

type Item = Readonly<Record<string, unknown>>;
type World = ReturnType<typeof createPublishingWorld>;

/** Features whose functions write content items, and `bulk` and `uploads`, whose workers do. */
const FEATURES = ['content', 'safety', 'conversion', 'playback', 'bulk', 'uploads', 'delivery-tools'];
const AT = '2026-11-22T10:00:00.000Z';
const VERSION = 'version-1';
const DECISIONS = ['none', 'rejected'] as const;

/** What a verdict, a decision about it and the setting allow. */
interface State {
  readonly verdict: Verdict;
  readonly decision: (typeof DECISIONS)[number];
}
const STATES: readonly State[] = VERDICTS.flatMap((verdict) => DECISIONS.map((decision) => ({ verdict, decision })));

const keys = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => FEATURES.includes(key.split('.')[0] ?? '') && endpoints[key].method !== 'GET',
);

/** Functions of the API that may write content items, by the permissions in `infra/features`. */
const writersOfContent = (): readonly string[] => {
  const folder = join(repositoryRoot, 'infra/features');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('new AppFunction').slice(1))
    .filter((text) => /^\s+content: \[[^\]]*'(?:Put|Update)Item'/m.test(text))
    .map((text) => /folder: '([a-z-]+)'/.exec(text)?.[1] ?? '')
    .filter((name) => existsSync(join(repositoryRoot, 'lambdas/api', name)));
};

/** Fields of bodies that could publish an item. */
const PUBLISHING: readonly Item[] = [
  { status: 'published' },
  { status: 'published', reason: 'Watched' },
  { status: 'published', batchUpload: true },
  { publish_at: '2026-01-01T00:00:00.000Z' },
  { publish: true },
  { action: { kind: 'publish' } },
];

/** The body of a row, and it with each of these fields that the contract accepts. */
const bodiesOf = ({ key, input: { body } }: Row): readonly unknown[] => {
  const endpoint = endpoints[key];
  if (typeof body !== 'object' || body === null || !('body' in endpoint) || !endpoint.body) return [body];
  const { body: schema } = endpoint as { readonly body: { safeParse(value: unknown): { success: boolean } } };
  return [body, ...PUBLISHING.map((fields) => ({ ...body, ...fields })).filter((one) => schema.safeParse(one).success)];
};

const ID = /\b(?:cnt|job)_[0-9A-HJKMNP-TV-Z]{26}/g;
const idsIn = (value: unknown): readonly string[] => [...new Set(JSON.stringify(value).match(ID) ?? [])];

/** Callers who meet the same items. What moderators may call too, they call for items of their own. */
const groupsOf = ({ key }: Row): readonly (readonly Role[])[] =>
  endpoints[key].auth === 'moderator' ? [['user', 'admin'], ['moderator']] : [['user', 'moderator', 'admin']];

/** The states of the items of a row. One is enough for a call that names no item. */
const statesOf = ({ input }: Row): readonly State[] => (idsIn(input).length === 0 ? STATES.slice(0, 1) : STATES);

/** The stored verdict of a title in this state. */
const verdictOf = (contentId: string, { verdict, decision }: State): StoredVerdict => {
  const found: StoredVerdict = {
    ...neverEvaluated(contentId, VERSION, AT),
    verdict,
    raised:
      verdict === 'review' || verdict === 'blocked'
        ? [{ category: 'adult', level: verdict, evidence_ids: ['frame-0'] }]
        : [],
    policy_version: 0,
    rev: 1,
  };
  return decision === 'none' ? found : { ...found, decision: withDecision(summaryOf(found), 'rejected').decision };
};

/** A stored item of a row for one try: pending, with this verdict. A job of another one is one that unpublished. */
const inState = (item: Item, state: State): Item => {
  switch (item['type']) {
    case 'CONTENT': {
      const content = contentEntity.parse(item);
      const fields = { status: 'pending', published_at: null, thumbnail_url: null, poster_url: null } as const;
      const safety = summaryOf(verdictOf(content.id, state));
      return contentItem({ ...content, ...fields, public_stills_versions: [], source_version_id: VERSION, safety });
    }
    case 'UPLOAD':
      return uploadEntity.toItem({
        ...uploadEntity.parse(item),
        source_version_id: VERSION,
        media_version: 'v1',
        conversion_status: 'completed',
      });
    case 'JOB':
      return { ...item, action: { kind: 'unpublish' } };
    case 'JOB_ITEM':
      return 'before' in item ? { ...item, before: { status: 'published' }, after: { status: 'pending' } } : item;
    default:
      return item;
  }
};

/** The items of a row under new ids, and its input with them. */
const copyOf = (row: Row, stored: readonly Item[], state: State) => {
  const inInput = idsIn(row.input);
  const belongs = (ids: readonly string[]) => (item: Item) => ids.some((id) => String(item['pk']).includes(id));
  // The items of a job are named in its records.
  const ids = [
    ...new Set([...inInput, ...idsIn(stored.filter(belongs(inInput.filter((id) => id.startsWith('job')))))]),
  ];
  const renamed = new Map(ids.map((id) => [id, `${id.slice(0, 4)}${ulid()}`]));
  const rename = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(ID, (id) => renamed.get(id) ?? id)) as T;
  const verdicts = [...renamed.values()]
    .filter((id) => id.startsWith('cnt'))
    .map((id) => safetyVerdictEntity.toItem(verdictOf(id, state)));
  const items = [...stored.filter(belongs(ids)).map((item) => inState(rename(item), state)), ...verdicts];
  return { ids: [...renamed.values()], rename, items };
};

/** Published items whose gate is closed. */
const bypassed = (catalog: readonly Content[], { settings }: World) =>
  catalog.filter((item) => item.status === 'published' && gateOf(item, settings) !== 'open');

/**
 * The tries of these rows. `npm run soak` makes all of them. `npm test` tries every endpoint with every publishing
 * field in every state as every role, but each with some of the endpoint's rows only: their items are in the same
 * state.
 */
const selected = (what: string, rows: readonly Row[]) => {
  const all = rows.flatMap((row) =>
    bodiesOf(row).flatMap((body, index) =>
      statesOf(row).flatMap((state) => groupsOf(row).map((roles) => ({ row, body, index, state, roles }))),
    ),
  );
  return sampleOf(what, all, {
    share: 3,
    // Without items, rows differ in what they do.
    kindOf: ({ row: { key, variant, input }, index, state, roles }) =>
      JSON.stringify([key, idsIn(input).length === 0 ? variant : undefined, index, state, roles]),
  });
};

/** What a successful call proves: that its row can be called, or its endpoint when only some rows are. */
const provenBy = ({ key, variant = '' }: Row): string => (isSoak ? `${key} ${variant}` : key);

it('includes every function of the API that may write content items', () => {
  const writers = writersOfContent();
  expect(writers.length).toBeGreaterThan(3);
  expect(writers.filter((name) => !FEATURES.includes(name))).toEqual([]);
});

describe.each([
  ['on', true],
  ['off', false],
] as const)('with content moderation %s', (name, moderated) => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable();
  });
  afterEach(() => db.stop());

  it('no call publishes an item whose gate is closed', async () => {
    const world = createPublishingWorld(db, moderated);
    const category = `cat_${ulid()}`;
    const { user: owner, moderator: reader, admin: keeper } = world.people;
    const { rows: all, stored } = endpointRows(category, { owner, reader, keeper }, { stripe: '' });
    const rows = all.filter(({ key }) => keys.includes(key));
    expect(keys.filter((key) => !rows.some((row) => row.key === key))).toEqual([]);
    const film = { type: 'CATEGORY', v: 1, id: category, name: 'Film', slug: 'film' };
    await world.put([
      ...stored.filter((item) => idsIn(item).length === 0),
      { pk: 'CATEGORY', sk: `CATEGORY#${category}`, ...film },
    ]);
    await world.creators.organization();
    const tries = selected(`publishing with moderation ${name}`, rows).map(({ row, body, index, state, roles }) => ({
      row,
      roles,
      isRow: index === 0,
      input: { ...row.input, ...(body === undefined ? {} : { body }) } as LooseInput,
      ...copyOf(row, stored, state),
    }));
    await world.put(tries.flatMap(({ items }) => items));
    const answers = new Map<string, Set<string>>(rows.map((row) => [provenBy(row), new Set()]));
    let calls = 0;
    for (const { row, roles, isRow, input, rename } of tries) {
      for (const role of roles) {
        const { status, body } = await world.request(row.key, role, rename(input));
        calls += 1;
        if (status >= 500) throw new Error(`${row.key} as ${role} returned ${status}: ${JSON.stringify(body)}`);
        if (isRow && role === 'admin')
          answers.get(provenBy(row))?.add(status === row.success ? 'success' : JSON.stringify(body));
      }
    }
    // One that no administrator can call in any state would prove nothing.
    const failing = [...answers].filter(([, found]) => !found.has('success'));
    expect(failing.map(([call, found]) => [call, ...found])).toEqual([]);
    await world.runWorkers();
    const catalog = await world.catalog();
    const found = bypassed(catalog, world);
    const isPublished = new Set(catalog.filter(({ status }) => status === 'published').map(({ id }) => id));
    const ways = tries.filter(({ ids }) => ids.some((id) => isPublished.has(id))).map(({ row: { key } }) => key);
    console.info(
      `moderation ${name}: ${calls} calls of ${keys.length} endpoints, ${isPublished.size} items published,`,
      `${found.length} that should not be`,
    );
    expect(found.map(({ id, safety }) => [id, safety?.verdict])).toEqual([]);
    expect([...new Set(ways)].sort()).toEqual([
      'bulk.create-job',
      'bulk.undo-job',
      'content.create-content',
      'content.update-content',
      'safety.decide',
    ]);
  });

  it('no end of a conversion, no due time and no new policy does', async () => {
    const world = createPublishingWorld(db, moderated);
    const waiting = (state: State, fields: Partial<Content>) => {
      const id = `cnt_${ulid()}`;
      const verdict = verdictOf(id, state);
      const content = someContent({
        id,
        status: 'pending',
        published_at: null,
        public_stills_versions: [],
        current_attempt: `${VERSION}/1`,
        safety: summaryOf(verdict),
        ...fields,
      });
      const upload = claimedUpload(content);
      return {
        content,
        items: [contentItem(content), uploadEntity.toItem(upload), safetyVerdictEntity.toItem(verdict)],
      };
    };
    const converted = STATES.map((state) =>
      waiting(state, { publish_when_ready: true, media_version: null, conversion_status: 'processing' }),
    );
    const replaced = STATES.map((state) =>
      waiting(state, { publish_when_ready: true, source_version_id: 'version-0', current_attempt: `${VERSION}/1` }),
    );
    const analyzed = STATES.map((state) => waiting(state, { publish_when_ready: true }));
    const running = (content: Content) =>
      attemptEntity.toItem({
        ...finishedAttempt(content),
        media_version: 'v1',
        state: 'submitted',
        ladder: { kind: 'audio', video: [], audio: [], tiers: [] },
      });
    const conversions = [...converted, ...replaced].map(({ content }) => content);
    await world.put([
      ...[...converted, ...replaced, ...analyzed].flatMap(({ items }) => items),
      ...conversions.map(running),
      ...analyzed.flatMap(({ content }) => someResults(content).map((result) => analysisResultEntity.toItem(result))),
    ]);
    for (const { id } of conversions) await world.endConversion(id, VERSION, 1);
    const ended = await world.catalog();
    expect(bypassed(ended, world)).toEqual([]);
    expect(ended.filter(({ status }) => status === 'published').length).toBeGreaterThan(0);
    const lax = { ...initialPolicy.rules.adult, review_at: null, block_at: null, require_coverage: false };
    const rules = { ...initialPolicy.rules, adult: lax, profanity: lax };
    for (const [version, changed] of [rules, initialPolicy.rules].entries()) {
      const { status } = await world.request('safety.update-policy', 'admin', { body: { version, rules: changed } });
      expect(status).toBe(200);
      await world.runWorkers();
      const evaluated = await world.catalog();
      // A stricter policy lists published titles for review only: those of the lax one stay, and the count finds them.
      expect(bypassed(evaluated, world).length > 0).toBe(version === 1);
      const published = evaluated.filter(({ status: now }) => now === 'published').map(({ id }) => id);
      expect(
        analyzed
          .filter(({ content }) => published.includes(content.id))
          .map(({ content }) => content.safety?.decision?.outcome),
      ).toEqual(Array(VERDICTS.length).fill(undefined));
    }
    console.info(`moderation ${name}: ${conversions.length} conversions and 2 policies published nothing else`);
  });
});
