import { assemblyOf, resourcesOf, type Assembly } from '../support/stack/assembly.ts';

let dev: Assembly;
let prod: Assembly;

beforeAll(async () => {
  dev = await assemblyOf('dev');
  prod = await assemblyOf('prod');
});

type Statement = Readonly<Record<string, unknown>>;

/**
 * What could open a bucket, or an object in it, to others (service authorization reference of S3), and what could give
 * a role more than the template does.
 */
const OPENING = [
  's3:BypassGovernanceRetention',
  's3:CreateAccessPoint',
  's3:DeleteBucketPolicy',
  's3:ObjectOwnerOverrideToBucketOwner',
  's3:PutAccessPointPolicy',
  's3:PutAccessPointPublicAccessBlock',
  's3:PutAccountPublicAccessBlock',
  's3:PutBucketAcl',
  's3:PutBucketOwnershipControls',
  's3:PutBucketPolicy',
  's3:PutBucketWebsite',
  's3:PutObjectAcl',
  's3:PutObjectVersionAcl',
  'iam:AttachRolePolicy',
  'iam:PutRolePolicy',
  'sts:AssumeRole',
];

/** What changes the settings that the tools put back. Alone, they open nothing: see the first test. */
const REPAIRING = ['s3:PutBucketCORS', 's3:PutBucketPublicAccessBlock'];

const matches = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i').test(action);

const statementsOf = (document: unknown): readonly Statement[] =>
  [(document as { Statement: Statement | Statement[] }).Statement].flat();

/** All statements that allow something to a role: of policies, of inline policies, and CDK's own functions included. */
const allowed = (assembly: Assembly): readonly (Statement & { readonly of: string })[] => {
  const policies = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) => resourcesOf(assembly, type));
  const inline = resourcesOf(assembly, 'AWS::IAM::Role').flatMap(({ id, properties }) =>
    ((properties['Policies'] ?? []) as { PolicyDocument: unknown }[]).map((policy) => ({ id, ...policy })),
  );
  return [
    ...policies.map(({ id, properties }) => ({ id, PolicyDocument: properties['PolicyDocument'] })),
    ...inline,
  ].flatMap(({ id, PolicyDocument }) =>
    statementsOf(PolicyDocument)
      .filter(({ Effect }) => Effect === 'Allow')
      .map((statement) => ({ of: id, ...statement })),
  );
};

/** `<policy>: <action>` for each of the actions that a statement allows, by wildcards too. */
const grantsOf = (statements: ReturnType<typeof allowed>, actions: readonly string[]): readonly string[] =>
  statements.flatMap(({ of, Action, NotAction }) => [
    ...(NotAction === undefined ? [] : [`${of}: NotAction`]),
    ...actions
      .filter((action) => [Action].flat().some((pattern) => matches(String(pattern), action)))
      .map((action) => `${of}: ${action}`),
  ]);

describe('no role', () => {
  it('can open a bucket: write policies, access control lists or ownership, or widen roles', () => {
    for (const assembly of [dev, prod]) {
      expect(allowed(assembly).length).toBeGreaterThan(150);
      expect(grantsOf(allowed(assembly), OPENING)).toEqual([]);
      // With ownership enforced, S3 ignores access control lists, even if the public access block were off.
      const owners = resourcesOf(assembly, 'AWS::S3::Bucket').map(({ properties }) =>
        JSON.stringify(properties['OwnershipControls']),
      );
      expect(new Set(owners)).toEqual(new Set(['{"Rules":[{"ObjectOwnership":"BucketOwnerEnforced"}]}']));
      expect(resourcesOf(assembly, 'AWS::S3::AccessPoint')).toEqual([]);
    }
  });

  it('but that of the tools can change CORS and public access block, and it only of uploads and media', () => {
    const statements = allowed(dev);
    const policies = new Set(grantsOf(statements, REPAIRING).map((grant) => grant.split(': ')[0]?.slice(0, 22)));
    expect([...policies]).toEqual(['DeliveryToolsApiPolicy']);
    const [repairing, ...others] = statements.filter((one) => grantsOf([one], REPAIRING).length > 0);
    expect(others).toEqual([]);
    const resources = [repairing?.['Resource']].flat().map((resource) => JSON.stringify(resource));
    expect(resources).toHaveLength(2);
    expect(resources.every((resource) => /Uploads|Media/.test(resource) && !resource.includes('*'))).toBe(true);
  });

  it.each([
    ['a policy', 's3:PutBucketPolicy', 's3:PutBucketPolicy'],
    ['every write', 's3:Put*', 's3:PutBucketAcl'],
    ['everything', '*', 's3:PutObjectAcl'],
  ])('is overlooked that may write %s', (_what, Action, found) => {
    expect(grantsOf([{ of: 'Some', Action }], OPENING)).toContain(`Some: ${found}`);
  });
});

describe('the declared state', () => {
  /** A resolved intrinsic function as text that is equal for equal functions. */
  const joined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(joined);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [name, argument] = entries[0] ?? ['', undefined];
    if (name === 'Fn::Join') {
      const [separator, parts] = argument as [string, unknown[]];
      return parts.map((part) => (typeof part === 'string' ? part : String(joined(part)))).join(separator);
    }
    if (entries.length === 1 && (name === 'Ref' || name === 'Fn::GetAtt')) return `<${JSON.stringify(argument)}>`;
    return Object.fromEntries(entries.map(([key, inner]) => [key, joined(inner)]));
  };

  const declaredIn = (assembly: Assembly) => {
    const [parameter] = resourcesOf(assembly, 'AWS::SSM::Parameter').filter(({ properties }) =>
      String(properties['Name']).endsWith('/declared-delivery'),
    );
    // References contain quotation marks, which the real values do not.
    const text = String(joined(parameter?.properties['Value'])).replaceAll(/<.*?>/g, (one) => one.replaceAll('"', ''));
    return { text, ...(JSON.parse(text) as { region: string; buckets: Record<string, Statement> }) };
  };

  it.each(['uploads', 'media'])('of %s is what the template says', (kind) => {
    for (const assembly of [dev, prod]) {
      const { buckets } = declaredIn(assembly);
      const start = kind === 'uploads' ? 'Uploads' : 'Media';
      const bucket = resourcesOf(assembly, 'AWS::S3::Bucket').find(({ id }) => id.startsWith(start));
      const policy = resourcesOf(assembly, 'AWS::S3::BucketPolicy').find(({ id }) => id.startsWith(start));
      const { CorsConfiguration: cors, PublicAccessBlockConfiguration: block } = bucket?.properties ?? {};
      const rules = ((cors as { CorsRules?: Statement[] } | undefined)?.CorsRules ?? []).map(
        ({ ExposedHeaders, MaxAge, ...rule }) => ({ ...rule, ExposeHeaders: ExposedHeaders, MaxAgeSeconds: MaxAge }),
      );
      expect(buckets[kind]).toMatchObject({ name: `<${bucket?.id}>`, cors: rules, publicAccessBlock: block });
      const document = JSON.stringify(joined(policy?.properties['PolicyDocument'])).replaceAll('\\"', '');
      expect(buckets[kind]?.['policy']).toEqual(JSON.parse(document));
      expect(document).toContain('aws:SecureTransport');
    }
  });

  it('fits into a parameter of the standard tier, with names of the greatest length', () => {
    const { text, region } = declaredIn(prod);
    expect(region).toMatch(/^[a-z]+-[a-z]+-\d$/);
    const real = text.replaceAll(/<[^<>]*>/g, 'x'.repeat(63 + 'arn:aws:s3:::'.length));
    expect(real.length).toBeLessThanOrEqual(4096);
  });
});
