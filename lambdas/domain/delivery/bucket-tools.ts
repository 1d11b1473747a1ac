import type { BucketDiagnosis, Repair, SettingState } from '../../contract/delivery/tools.ts';
import { isClosed, sameCors, samePolicy } from './compare-settings.ts';
import type { BucketKind, CorsRule, Declared, DeclaredBucket, PublicAccessBlock } from './declared.ts';

/**
 * Settings of buckets. It has no way to open one: it cannot write policies or access control lists, and `close` turns
 * on every switch. Each method throws when S3 does not respond, and the reads also when it denies.
 */
export interface BucketSettings {
  /** Empty without rules. */
  readCors(bucket: string): Promise<readonly CorsRule[]>;
  /** Replaces the rules; an empty list removes them. False when AWS denies it. */
  writeCors(bucket: string, rules: readonly CorsRule[]): Promise<boolean>;
  /** All switches are off when none was ever set. */
  readBlock(bucket: string): Promise<PublicAccessBlock>;
  /** Blocks all public access. False when AWS denies it. */
  close(bucket: string): Promise<boolean>;
  /** The policy's document; without a policy, one without statements. */
  readPolicy(bucket: string): Promise<Readonly<Record<string, unknown>>>;
  /** Whether S3 considers the policy public. */
  isPublic(bucket: string): Promise<boolean>;
}

/** What a tool needs to compare and repair. */
interface BucketToolDeps {
  readonly settings: BucketSettings;
  readonly declared: Declared;
  /** Called for every setting that a diagnosis could not read, with the error. */
  readonly onProblem: (what: string, bucket: string, error: unknown) => void;
}

/** A setting that a tool put back, for the audit log. */
export interface RepairedSetting {
  readonly bucket: string;
  readonly before: object;
  readonly after: object;
}

/** What a tool needs to repair. */
export interface RepairDeps extends Pick<BucketToolDeps, 'settings' | 'declared'> {
  /** Called right after each setting that was put back, before anything else can fail. */
  readonly record: (setting: RepairedSetting) => Promise<void>;
}

const KINDS: readonly BucketKind[] = ['uploads', 'media'];

/** The permissions of a bucket in the AWS console. */
const consoleUrlOf = (region: string, bucket: string): string =>
  `https://${region}.console.aws.amazonaws.com/s3/buckets/${bucket}?region=${region}&tab=permissions`;

const steps = (bucket: string, reason: string): readonly string[] => [
  `Open the permissions of the bucket ${bucket} in the AWS console.`,
  reason,
  'Let a deployment put back what the template declares: npx cdk deploy Data --exclusively --revert-drift -c stage=…',
];

const policySteps = (bucket: string): readonly string[] =>
  steps(bucket, 'Its policy differs from the one in the template of the stack Data. Find out who changed it.');

const deniedSteps = (bucket: string, what: string): readonly string[] =>
  steps(bucket, `AWS denied to ${what}. Look for a policy of your organization that forbids it.`);

const orUnknown = async <T>(
  deps: BucketToolDeps,
  what: string,
  bucket: string,
  work: () => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    deps.onProblem(what, bucket, error);
    return undefined;
  }
};

const stateOf = (same: boolean | undefined): SettingState =>
  same === undefined ? 'unknown' : same ? 'as-declared' : 'different';

const diagnose = async (deps: BucketToolDeps, kind: BucketKind): Promise<BucketDiagnosis> => {
  const { settings } = deps;
  const { name, cors, policy } = deps.declared.buckets[kind];
  const [rules, block, document, isPublic] = await Promise.all([
    orUnknown(deps, 'read the CORS rules', name, () => settings.readCors(name)),
    orUnknown(deps, 'read the public access block', name, () => settings.readBlock(name)),
    orUnknown(deps, 'read the policy', name, () => settings.readPolicy(name)),
    orUnknown(deps, 'read the status of the policy', name, () => settings.isPublic(name)),
  ]);
  return {
    bucket: kind,
    name,
    cors: stateOf(rules && sameCors(cors, rules)),
    public_access_block: stateOf(block && isClosed(block)),
    policy: stateOf(document && samePolicy(policy, document)),
    is_public: isPublic ?? null,
  };
};

/** Compares both buckets with the template. Changes nothing. */
export const diagnoseBuckets = (deps: BucketToolDeps): Promise<readonly BucketDiagnosis[]> =>
  Promise.all(KINDS.map((kind) => diagnose(deps, kind)));

const unread = ({ cors, public_access_block, policy, is_public }: BucketDiagnosis): boolean =>
  [cors, public_access_block, policy].includes('unknown') || is_public === null;

/** What an administrator should do about a diagnosis, in order of urgency. */
export const recommendationsFor = (buckets: readonly BucketDiagnosis[]): readonly string[] => {
  const about = (matches: (one: BucketDiagnosis) => boolean, text: (name: string) => string): readonly string[] =>
    buckets.filter(matches).map(({ name }) => text(name));
  return [
    ...about(
      ({ is_public }) => is_public === true,
      (name) => `The policy of ${name} opens it to everyone. Put back the declared policy at once, by hand.`,
    ),
    ...about(
      ({ public_access_block: block }) => block === 'different',
      (name) => `${name} does not block public access. Fix public access.`,
    ),
    ...about(
      ({ policy, is_public }) => policy === 'different' && is_public !== true,
      (name) => `The policy of ${name} was changed. Put back the declared policy by hand.`,
    ),
    ...about(
      ({ cors }) => cors === 'different',
      (name) => `The CORS rules of ${name} were changed. Configure CORS.`,
    ),
    ...about(unread, (name) => `S3 did not return every setting of ${name}. Try again in a minute.`),
  ];
};

/** What a tool found and did about one bucket. */
interface BucketResult {
  readonly name: string;
  /** Whether a setting was put back. */
  readonly repaired: boolean;
  /** What is left for the operator. */
  readonly byHand: readonly string[];
}

/** Runs a repair for both buckets, one after another, and adds up the results. */
const repairEach = async (
  { declared: { region, buckets } }: RepairDeps,
  repair: (bucket: DeclaredBucket) => Promise<BucketResult>,
): Promise<Repair> => {
  const results: BucketResult[] = [];
  for (const kind of KINDS) results.push(await repair(buckets[kind]));
  const manual = results.find(({ byHand }) => byHand.length > 0);
  return {
    success: manual === undefined,
    configurationUpdated: results.some(({ repaired }) => repaired),
    manualConfigRequired: manual !== undefined,
    instructions: results.flatMap(({ byHand }) => byHand),
    consoleUrl: manual === undefined ? null : consoleUrlOf(region, manual.name),
  };
};

/** Puts back the CORS rules of both buckets where they differ. Where the template declares none, it removes them. */
export const repairCors = (deps: RepairDeps): Promise<Repair> =>
  repairEach(deps, async ({ name, cors }) => {
    const real = await deps.settings.readCors(name);
    if (sameCors(cors, real)) return { name, repaired: false, byHand: [] };
    if (!(await deps.settings.writeCors(name, cors)))
      return { name, repaired: false, byHand: deniedSteps(name, 'write the CORS rules') };
    await deps.record({ bucket: name, before: { cors: real }, after: { cors } });
    return { name, repaired: true, byHand: [] };
  });

/** Whether the CORS rules of the upload bucket, to which browsers send files, are those of the template. */
export const hasDeclaredCors = async ({
  settings,
  declared: { buckets },
}: Pick<BucketToolDeps, 'settings' | 'declared'>): Promise<boolean> =>
  sameCors(buckets.uploads.cors, await settings.readCors(buckets.uploads.name));

/**
 * Blocks public access to both buckets again where it is not blocked. Their policies are compared only: no role of the
 * product may write one, so a changed one is left to the operator.
 */
export const repairPublicAccess = (deps: RepairDeps): Promise<Repair> =>
  repairEach(deps, async ({ name, policy, publicAccessBlock }) => {
    const block = await deps.settings.readBlock(name);
    const isOpen = !isClosed(block);
    const closed = isOpen && (await deps.settings.close(name));
    if (closed) await deps.record({ bucket: name, before: block, after: publicAccessBlock });
    const isSame = samePolicy(policy, await deps.settings.readPolicy(name));
    return {
      name,
      repaired: closed,
      byHand: [
        ...(isOpen && !closed ? deniedSteps(name, 'block public access') : []),
        ...(isSame ? [] : policySteps(name)),
      ],
    };
  });
