import {
  diagnoseBuckets,
  hasDeclaredCors,
  recommendationsFor,
  repairCors,
  repairPublicAccess,
  type BucketSettings,
  type RepairedSetting,
} from '../../../../lambdas/domain/delivery/bucket-tools.ts';
import { isClosed, sameCors, samePolicy } from '../../../../lambdas/domain/delivery/compare-settings.ts';
import { parseDeclared, type CorsRule, type PublicAccessBlock } from '../../../../lambdas/domain/delivery/declared.ts';
import { chooseStrategy } from '../../../../lambdas/domain/delivery/strategy.ts';
import { outdatedMedia, reasonToWait } from '../../../../lambdas/domain/delivery/outdated-media.ts';
import { someContent } from '../../../support/content.ts';
import { withWaitingFile } from '../../../support/rows/conversion-records.ts';
import { declaredText, someRule } from '../../../support/delivery.ts';

const declared = parseDeclared(declaredText());
const CLOSED = declared.buckets.media.publicAccessBlock;
const OPEN: PublicAccessBlock = { ...CLOSED, BlockPublicPolicy: false, RestrictPublicBuckets: false };
const FOREIGN: CorsRule = { ...someRule, AllowedOrigins: ['https://elsewhere.example'] };
const EVERYONE = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::the-media/*' };

interface State {
  cors: readonly CorsRule[];
  block: PublicAccessBlock;
  policy: Readonly<Record<string, unknown>>;
  isPublic: boolean;
}

/** Two buckets in memory, with changes. `denied` are methods that AWS denies. */
const setUp = (
  changes: { readonly uploads?: Partial<State>; readonly media?: Partial<State> } = {},
  denied: readonly (keyof BucketSettings)[] = [],
) => {
  const stateOf = (kind: 'uploads' | 'media'): State => ({
    cors: declared.buckets[kind].cors,
    block: CLOSED,
    policy: declared.buckets[kind].policy,
    isPublic: false,
    ...changes[kind],
  });
  const buckets: Record<string, State> = { 'the-uploads': stateOf('uploads'), 'the-media': stateOf('media') };
  const of = (name: string): State => {
    const found = buckets[name];
    if (!found) throw new Error(`No bucket ${name}`);
    return found;
  };
  const writes: string[] = [];
  const recorded: RepairedSetting[] = [];
  const read = <T>(method: keyof BucketSettings, value: T): Promise<T> =>
    denied.includes(method)
      ? Promise.reject(Object.assign(new Error('Access Denied'), { name: 'AccessDenied' }))
      : Promise.resolve(value);
  const settings: BucketSettings = {
    readCors: (name) => read('readCors', of(name).cors),
    readBlock: (name) => read('readBlock', of(name).block),
    readPolicy: (name) => read('readPolicy', of(name).policy),
    isPublic: (name) => read('isPublic', of(name).isPublic),
    async writeCors(name, rules) {
      if (denied.includes('writeCors')) return false;
      writes.push(`cors ${name}`);
      of(name).cors = rules;
      return true;
    },
    async close(name) {
      if (denied.includes('close')) return false;
      writes.push(`close ${name}`);
      of(name).block = CLOSED;
      return true;
    },
  };
  const problems: string[] = [];
  return {
    buckets,
    writes,
    recorded,
    problems,
    deps: {
      settings,
      declared,
      onProblem: (what: string, bucket: string) => void problems.push(`${what} of ${bucket}`),
      record: async (setting: RepairedSetting) => void recorded.push(setting),
    },
  };
};

describe('the declared state', () => {
  it('is read from JSON', () => {
    expect(declared.buckets.uploads).toMatchObject({ name: 'the-uploads', cors: [someRule] });
  });

  it.each([
    ['a bucket that is open', declaredText({ BlockPublicAcls: false })],
    ['other JSON', '{}'],
    ['no JSON', 'x'],
  ])('is rejected for %s', (_what, text) => {
    expect(() => parseDeclared(text)).toThrow();
  });
});

describe('comparing', () => {
  const rule = someRule;

  it.each<[string, readonly CorsRule[], boolean]>([
    ['the same rule', [rule], true],
    [
      'another order, and names in another case',
      [{ ...rule, AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['CONTENT-TYPE', 'x-amz-*'] }],
      true,
    ],
    ['no rule', [], false],
    ['another rule as well', [rule, FOREIGN], false],
    ['another origin', [FOREIGN], false],
    ['a method more', [{ ...rule, AllowedMethods: ['PUT', 'GET', 'DELETE'] }], false],
    ['another time', [{ ...rule, MaxAgeSeconds: 60 }], false],
    ['an exposed header less', [{ ...rule, ExposeHeaders: [] }], false],
  ])('finds CORS with %s the same or not', (_what, real, same) => {
    expect(sameCors([rule], real)).toBe(same);
  });

  it.each(['BlockPublicAcls', 'BlockPublicPolicy', 'IgnorePublicAcls', 'RestrictPublicBuckets'] as const)(
    'finds a bucket open without %s',
    (name) => {
      expect(isClosed(CLOSED)).toBe(true);
      expect(isClosed({ ...CLOSED, [name]: false })).toBe(false);
    },
  );

  const policy = declared.buckets.media.policy;
  const [first, second] = policy.Statement;
  it.each<[string, Readonly<Record<string, unknown>>, boolean]>([
    ['itself', policy, true],
    ['statements in another order', { Version: '2012-10-17', Statement: [second, first] }, true],
    ['an ID of a statement', { Statement: [{ ...first, Sid: 'Tls' }, second] }, true],
    [
      'lists of one, and everyone in the other spelling',
      { Statement: [{ ...first, Action: ['s3:*'], Principal: '*' }, second] },
      true,
    ],
    ['a statement less', { Statement: [first] }, false],
    ['no statement', { Statement: [] }, false],
    ['a statement that opens it', { Statement: [first, second, EVERYONE] }, false],
    ['another effect', { Statement: [{ ...first, Effect: 'Allow' }, second] }, false],
    ['an action more', { Statement: [first, { ...second, Action: ['s3:GetObject', 's3:PutObject'] }] }, false],
    ['a resource more', { Statement: [first, { ...second, Resource: 'arn:aws:s3:::the-media/*' }] }, false],
    ['no condition', { Statement: [first, { ...second, Condition: undefined }] }, false],
    ['an exception', { Statement: [{ ...first, NotPrincipal: { AWS: 'x' } }, second] }, false],
  ])('compares a policy with %s', (_what, real, same) => {
    expect(samePolicy(policy, real)).toBe(same);
  });
});

describe('repairing', () => {
  it('changes nothing that is as declared', async () => {
    const { deps, writes, recorded } = setUp();
    const unchanged = { success: true, configurationUpdated: false, manualConfigRequired: false };
    expect(await repairCors(deps)).toMatchObject({ ...unchanged, instructions: [], consoleUrl: null });
    expect(await repairPublicAccess(deps)).toMatchObject({ ...unchanged, instructions: [], consoleUrl: null });
    expect([writes, recorded]).toEqual([[], []]);
  });

  it('puts back CORS where it differs, removes rules that no one declared, and records both', async () => {
    const { deps, buckets, recorded } = setUp({ uploads: { cors: [] }, media: { cors: [FOREIGN] } });
    expect(await repairCors(deps)).toMatchObject({ success: true, configurationUpdated: true });
    expect([buckets['the-uploads']?.cors, buckets['the-media']?.cors]).toEqual([[someRule], []]);
    expect(recorded).toEqual([
      { bucket: 'the-uploads', before: { cors: [] }, after: { cors: [someRule] } },
      { bucket: 'the-media', before: { cors: [FOREIGN] }, after: { cors: [] } },
    ]);
    expect(await hasDeclaredCors(deps)).toBe(true);
  });

  it('closes an open bucket, and leaves the closed one alone', async () => {
    const { deps, buckets, writes, recorded } = setUp({ media: { block: OPEN } });
    expect(await repairPublicAccess(deps)).toMatchObject({ success: true, configurationUpdated: true });
    expect(writes).toEqual(['close the-media']);
    expect(buckets['the-media']?.block).toEqual(CLOSED);
    expect(recorded).toEqual([{ bucket: 'the-media', before: OPEN, after: CLOSED }]);
  });

  it('closes an open bucket and records it although its policy cannot be read', async () => {
    const { deps, buckets, recorded } = setUp({ uploads: { block: OPEN } }, ['readPolicy']);
    await expect(repairPublicAccess(deps)).rejects.toThrow('Access Denied');
    expect(buckets['the-uploads']?.block).toEqual(CLOSED);
    expect(recorded).toEqual([{ bucket: 'the-uploads', before: OPEN, after: CLOSED }]);
  });

  it('asks for the operator about a changed policy, and still closes the bucket', async () => {
    const policy = { Statement: [...declared.buckets.media.policy.Statement, EVERYONE] };
    const { deps, buckets, writes } = setUp({ media: { block: OPEN, policy, isPublic: true } });
    const result = await repairPublicAccess(deps);
    expect(result).toMatchObject({ success: false, configurationUpdated: true, manualConfigRequired: true });
    expect(result.instructions.join(' ')).toContain('the-media');
    expect(result.consoleUrl).toMatch(/^https:.*\/the-media\?region=us-east-1&tab=permissions$/);
    expect(writes).toEqual(['close the-media']);
    expect(buckets['the-media']).toMatchObject({ block: CLOSED, policy });
  });

  it('says what AWS denied, and records nothing that did not happen', async () => {
    const changed = { cors: [FOREIGN], block: OPEN };
    const { deps, recorded } = setUp({ uploads: changed }, ['writeCors', 'close']);
    for (const result of [await repairCors(deps), await repairPublicAccess(deps)])
      expect(result).toMatchObject({ success: false, configurationUpdated: false, manualConfigRequired: true });
    expect(recorded).toEqual([]);
  });

  it.each<[string, (deps: ReturnType<typeof setUp>['deps']) => Promise<unknown>]>([
    ['CORS', repairCors],
    ['public access', repairPublicAccess],
    ['a diagnosis', diagnoseBuckets],
  ])('opens no bucket: %s', async (_what, use) => {
    for (const uploads of [{}, { block: OPEN }, { cors: [] }]) {
      for (const media of [{}, { block: OPEN }, { cors: [FOREIGN] }]) {
        const { deps, buckets } = setUp({ uploads, media });
        const before = structuredClone(buckets);
        await use(deps);
        for (const [name, after] of Object.entries(buckets)) {
          expect(isClosed(after.block) || !isClosed((before[name] as State).block)).toBe(true);
          expect(after.policy).toEqual(before[name]?.policy);
        }
      }
    }
  });
});

describe('a diagnosis', () => {
  it('recommends nothing when everything is as declared', async () => {
    const { deps, writes } = setUp();
    const buckets = await diagnoseBuckets(deps);
    expect(
      buckets.map(({ bucket, cors, public_access_block: block, policy }) => [bucket, cors, block, policy]),
    ).toEqual(['uploads', 'media'].map((kind) => [kind, 'as-declared', 'as-declared', 'as-declared']));
    expect([recommendationsFor(buckets), writes]).toEqual([[], []]);
  });

  it('names every difference, the most urgent first, and changes nothing', async () => {
    const policy = { Statement: [EVERYONE] };
    const { deps, writes } = setUp({ uploads: { cors: [], block: OPEN }, media: { policy, isPublic: true } });
    const texts = recommendationsFor(await diagnoseBuckets(deps));
    expect(texts.map((text) => /^The policy of the-media|^the-uploads|CORS rules/.exec(text)?.[0])).toEqual([
      'The policy of the-media',
      'the-uploads',
      'CORS rules',
    ]);
    expect(writes).toEqual([]);
  });

  it('says what it could not read', async () => {
    const { deps, problems } = setUp({}, ['readPolicy', 'isPublic']);
    const buckets = await diagnoseBuckets(deps);
    expect(buckets.map(({ policy, is_public: open }) => [policy, open])).toEqual([
      ['unknown', null],
      ['unknown', null],
    ]);
    expect(recommendationsFor(buckets)).toHaveLength(2);
    expect(problems).toHaveLength(4);
  });
});

describe('the strategy', () => {
  it.each([
    ['playback', undefined, true, 'cloudfront', true],
    ['playback', undefined, false, 'cors', true],
    ['playback', 'cors', true, 'cors', true],
    ['playback', 'cloudfront', true, 'cloudfront', true],
    ['playback', 'cloudfront', false, 'cloudfront', false],
    ['upload', undefined, true, 'cors', true],
    ['upload', 'cors', false, 'cors', true],
    ['upload', 'cloudfront', true, 'cloudfront', false],
  ] as const)(
    'of %s, forced to %s, with CloudFront %s, is %s',
    (operationType, forceStrategy, cloudFront, strategy, works) => {
      expect(chooseStrategy({ operationType, forceStrategy, cloudFront })).toMatchObject({ strategy, works });
    },
  );
});

describe('outdated media', () => {
  it.each([
    ['a conversion that is older than storyboards', {}, true],
    ['a storyboard', { has_storyboard: true }, false],
    ['a conversion that made none', { has_storyboard: false }, false],
    ['no renditions', { media_version: null }, false],
  ])('of %s', (_what, fields, outdated) => {
    expect(outdatedMedia(someContent(fields))).toBe(outdated);
  });

  it('waits for a conversion, and runs again when that of its own file failed', () => {
    const content = someContent({ conversion_status: 'failed' });
    expect(reasonToWait(someContent(), undefined)).toBeUndefined();
    for (const conversion_status of ['pending', 'processing'] as const)
      expect(reasonToWait(someContent({ conversion_status }), undefined)).toBe('busy');
    expect(reasonToWait(withWaitingFile(content), content)).toBe('busy');
    expect(reasonToWait(content, content)).toBeUndefined();
    expect(reasonToWait(content, { source_key: `${content.source_key}-2` })).toBe('replacement-failed');
  });
});
