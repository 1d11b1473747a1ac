import { endpoints } from '../../lambdas/contract/index.ts';
import { retentionDays } from '../../lambdas/contract/retention.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../support/stack/assembly.ts';

let dev: Assembly;
let prod: Assembly;
let local: Assembly;

beforeAll(async () => {
  dev = await assemblyOf('dev');
  prod = await assemblyOf('prod');
  local = await assemblyOf('local');
});

const text = (value: unknown) => JSON.stringify(value);

describe('data', () => {
  it('configures the table: point-in-time recovery, encryption, stream, expiry; in prod, deletion protection', () => {
    for (const assembly of [dev, prod]) {
      const [table, ...others] = resourcesOf(assembly, 'AWS::DynamoDB::Table');
      expect(others).toEqual([]);
      expect(table?.properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: assembly === prod,
        SSESpecification: { SSEEnabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
      });
    }
  });

  const withData = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::Cognito::UserPool', 'AWS::Logs::LogGroup'];
  const policiesOf = (assembly: Assembly) =>
    withData
      .flatMap((type) => resourcesOf(assembly, type))
      .map(({ id, DeletionPolicy, UpdateReplacePolicy }) => [id, DeletionPolicy, UpdateReplacePolicy]);

  it('retains resources that contain data when the prod stack is deleted, unless their creation is rolled back', () => {
    const policies = policiesOf(prod);
    expect(policies.length).toBeGreaterThan(40);
    expect(policies.filter((policy) => policy.slice(1).join() !== 'RetainExceptOnCreate,Retain')).toEqual([]);
  });

  it('protects nothing in dev, so that a failed deployment can be rolled back and deleted', () => {
    const policies = policiesOf(dev);
    expect(policies.filter((policy) => policy.slice(1).join() !== 'Delete,Delete')).toEqual([]);
    const protectedOnes = resourcesOf(dev).filter(({ properties }) =>
      [true, 'ACTIVE'].some((value) =>
        [properties['DeletionProtectionEnabled'], properties['DeletionProtection']].includes(value),
      ),
    );
    expect(protectedOnes.map(({ id }) => id)).toEqual([]);
  });

  it('blocks public access, requires TLS and aborts unfinished uploads in every bucket', () => {
    const policies = resourcesOf(dev, 'AWS::S3::BucketPolicy');
    const buckets = resourcesOf(dev, 'AWS::S3::Bucket');
    expect(buckets).toHaveLength(7);
    for (const bucket of buckets) {
      expect(bucket.properties['PublicAccessBlockConfiguration']).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(text(bucket.properties['LifecycleConfiguration'])).toContain('AbortIncompleteMultipartUpload');
      const policy = policies.find(({ properties }) => text(properties['Bucket']) === text({ Ref: bucket.id }));
      expect(text(policy?.properties['PolicyDocument'])).toContain('"aws:SecureTransport":"false"');
    }
    const versioned = buckets.filter(({ properties }) =>
      text(properties['VersioningConfiguration'])?.includes('Enabled'),
    );
    expect(versioned.map(({ id }) => id.replace(/Bucket.*/, '')).sort()).toEqual(['Audit', 'Media', 'Uploads']);
  });

  it('locks the copies of the audit log: in prod for the retention period, for every role', () => {
    const lockOf = (assembly: Assembly) => {
      const properties =
        resourcesOf(assembly, 'AWS::S3::Bucket').find(({ id }) => id.startsWith('Audit'))?.properties ?? {};
      return [
        properties['ObjectLockEnabled'],
        (properties['ObjectLockConfiguration'] as { Rule: { DefaultRetention: unknown } }).Rule.DefaultRetention,
      ];
    };
    expect(lockOf(prod)).toEqual([true, { Mode: 'COMPLIANCE', Days: retentionDays('audit_log') }]);
    expect(lockOf(dev)).toEqual([true, { Mode: 'GOVERNANCE', Days: 1 }]);
  });

  it("allows only this account's distributions to read media and posters", () => {
    const policy = resourcesOf(dev, 'AWS::S3::BucketPolicy').find(({ id }) => id.startsWith('Media'));
    const statements = (policy?.properties['PolicyDocument'] as { Statement: Record<string, unknown>[] }).Statement;
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Action: 's3:GetObject',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    });
    expect(text(allowed[0]?.['Condition'])).toContain(':distribution/*');
    // What the analysis stores is in the same bucket and delivered to no one.
    expect(text(allowed[0]?.['Resource']).match(/\w+\/\*(?=")/g)).toEqual(['media/*', 'posters/*']);
  });
});

describe('the API', () => {
  it('has exactly one route for each endpoint of the contract', () => {
    const routes = resourcesOf(dev, 'AWS::ApiGatewayV2::Route')
      .map(({ properties }) => String(properties['RouteKey']))
      .filter((key) => !key.startsWith('$'));
    expect(routes.sort()).toEqual(
      Object.values(endpoints)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
  });

  it('has the JWT authorizer on every endpoint that is not declared open', () => {
    const open = new Set(
      Object.values(endpoints)
        .filter(({ auth }) => ['public', 'optional', 'signature', 'token'].includes(auth))
        .map(({ method, path }) => `${method} ${path}`),
    );
    for (const { properties } of resourcesOf(dev, 'AWS::ApiGatewayV2::Route')) {
      const key = String(properties['RouteKey']);
      if (key.startsWith('$')) continue;
      expect([key, properties['AuthorizationType'] ?? 'NONE']).toEqual([key, open.has(key) ? 'NONE' : 'JWT']);
    }
  });
});

describe('delivery', () => {
  const behaviors = (assembly: Assembly) => {
    const [distribution] = resourcesOf(assembly, 'AWS::CloudFront::Distribution');
    return (distribution?.properties['DistributionConfig'] ?? {}) as {
      CacheBehaviors: { PathPattern: string; TrustedKeyGroups?: unknown[]; ResponseHeadersPolicyId?: unknown }[];
      CustomErrorResponses?: Record<string, unknown>[];
    };
  };

  it('requires signed cookies for media, but not for posters', () => {
    const byPath = Object.fromEntries(
      behaviors(dev).CacheBehaviors.map((behavior) => [behavior.PathPattern, behavior]),
    );
    expect(Object.keys(byPath).sort()).toEqual(['/api/*', '/edge/where', '/media/*', '/posters/*', '/ws']);
    expect(byPath['/media/*']?.TrustedKeyGroups).toHaveLength(1);
    expect(byPath['/posters/*']?.TrustedKeyGroups).toBeUndefined();
  });

  it('caches no error: a 404 for one user may be a 200 for another', () => {
    const cached = Object.fromEntries(
      (behaviors(dev).CustomErrorResponses ?? []).map(({ ErrorCode, ErrorCachingMinTTL }) => [
        ErrorCode,
        ErrorCachingMinTTL,
      ]),
    );
    expect(cached).toEqual({ 404: 0, 414: 0, 500: 0, 501: 0, 502: 0, 503: 0, 504: 0 });
  });

  it('sends security headers with every behavior and replaces no error with a page', () => {
    const config = behaviors(dev);
    expect(config.CacheBehaviors.every(({ ResponseHeadersPolicyId }) => ResponseHeadersPolicyId !== undefined)).toBe(
      true,
    );
    expect(
      config.CustomErrorResponses?.filter((response) => 'ResponsePagePath' in response || 'ResponseCode' in response),
    ).toEqual([]);
    const policies = text(
      resourcesOf(dev, 'AWS::CloudFront::ResponseHeadersPolicy').map(({ properties }) => properties),
    );
    for (const header of [
      'StrictTransportSecurity',
      'ContentTypeOptions',
      'FrameOptions',
      "script-src 'self'",
      "frame-ancestors 'none'",
      'same-origin-allow-popups',
    ]) {
      expect(policies).toContain(header);
    }
    expect(policies).not.toContain("script-src 'self' 'unsafe-inline'");
  });
});

describe('stages of one account', () => {
  it('share no name that CloudFront requires to be unique', () => {
    const unique = (assembly: Assembly) =>
      ['PublicKey', 'KeyGroup', 'Function', 'CachePolicy', 'ResponseHeadersPolicy', 'OriginAccessControl'].flatMap(
        (kind) =>
          resourcesOf(assembly, `AWS::CloudFront::${kind}`).flatMap(({ properties }) => {
            const { Name, CallerReference } = (properties[`${kind}Config`] ?? {}) as {
              Name?: string;
              CallerReference?: string;
            };
            return [properties['Name'] as string | undefined, Name, CallerReference]
              .filter((name) => name !== undefined)
              .map((name) => `${kind} ${name}`);
          }),
      );
    expect(unique(dev).length).toBeGreaterThan(6);
    expect(unique(dev).filter((name) => unique(prod).includes(name))).toEqual([]);
  });
});

describe('operation', () => {
  it('gives every function, queue and rule a dead-letter queue', () => {
    const functions = resourcesOf(dev, 'AWS::Lambda::Function').filter(
      ({ id }) => !id.startsWith('CustomCDKBucketDeployment'),
    );
    expect(functions.filter(({ properties }) => !properties['DeadLetterConfig']).map(({ id }) => id)).toEqual([]);
    const queues = resourcesOf(dev, 'AWS::SQS::Queue');
    const deadLetters = queues.filter(({ id }) => /DeadLetters|Failures/.test(id));
    expect(
      queues.filter(
        ({ properties, id }) => !properties['RedrivePolicy'] && !deadLetters.some((queue) => queue.id === id),
      ),
    ).toEqual([]);
    for (const { id, properties } of resourcesOf(dev, 'AWS::Events::Rule')) {
      const targets = properties['Targets'] as { DeadLetterConfig?: unknown }[];
      expect([id, targets.every(({ DeadLetterConfig }) => DeadLetterConfig !== undefined)]).toEqual([id, true]);
    }
  });

  it('sets a retention period for every log group', () => {
    for (const { id, properties } of resourcesOf(prod, 'AWS::Logs::LogGroup'))
      expect([id, properties['RetentionInDays']]).toEqual([id, retentionDays('server_logs')]);
  });

  it('has no resource of a type that bills by the hour', () => {
    const hourly =
      /AWS::(EC2|RDS|OpenSearchService|ElastiCache|ECS|WAFv2|SecretsManager|KMS|Kinesis|MediaLive|NetworkFirewall)::/;
    expect(
      resourcesOf(prod)
        .filter(({ Type }) => hourly.test(Type))
        .map(({ Type }) => Type),
    ).toEqual([]);
  });
});

describe('least privilege', () => {
  const statements = () =>
    resourcesOf(dev, 'AWS::IAM::Policy')
      .filter(({ id }) => !id.startsWith('CustomCDKBucketDeployment'))
      .flatMap(({ id, properties }) =>
        (
          properties['PolicyDocument'] as { Statement: { Action: string | string[]; Resource: unknown }[] }
        ).Statement.map((statement) => ({ id, ...statement })),
      );

  it('allows no wildcard actions and no table scans', () => {
    const actions = statements().flatMap(({ id, Action }) => [Action].flat().map((action) => `${id}: ${action}`));
    expect(actions.filter((action) => action.includes('*') || /:(Scan|PartiQL\w+)$/.test(action))).toEqual([]);
  });

  it('allows all resources only for calls that support no resource', () => {
    const everywhere = statements().filter(({ Resource }) => [Resource].flat().includes('*'));
    expect(everywhere.flatMap(({ Action }) => [Action].flat()).sort()).toEqual([
      'cloudwatch:GetMetricStatistics',
      'comprehend:BatchDetectSentiment',
      'comprehend:DetectDominantLanguage',
      'comprehend:DetectEntities',
      'comprehend:DetectToxicContent',
      'mediaconvert:Probe',
      'mediaconvert:SearchJobs',
      'rekognition:DetectLabels',
      'rekognition:DetectModerationLabels',
      'rekognition:DetectModerationLabels',
      'transcribe:StartTranscriptionJob',
    ]);
  });

  it('lets workers that only analyze write runs of steps, but not content items', () => {
    for (const worker of ['AnalysisWorkerPolicy', 'TranscriptsSpeechPolicy']) {
      const isWrite = (action: string) => /:(Put|Update|Delete)Item$/.test(action);
      const writes = statements().filter(({ id, Action }) => id.startsWith(worker) && [Action].flat().some(isWrite));
      expect(text(writes)).toContain('"STEPS#*"');
      expect(text(writes)).not.toContain('CONTENT#');
    }
  });

  it('allows MediaConvert to assume its role for jobs of this account only', () => {
    const role = resourcesOf(dev, 'AWS::IAM::Role').find(({ id }) => id.startsWith('IngestConverter'));
    const { Statement } = role?.properties['AssumeRolePolicyDocument'] as { Statement: unknown[] };
    expect(Statement).toMatchObject([
      { Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } } },
    ]);
  });
});

describe('the local stage', () => {
  /** What only stages with phones have, such as `local`: the role that sends SMS, and the right to set a phone. */
  const OF_PHONES = /SmsRole|FactorsApiPolicy/;

  /** The only differences allowed between `local` and `dev`: names and addresses. */
  const allowedDifferences: readonly (readonly [what: string, where: RegExp, value: RegExp])[] = [
    ['names of stacks', /./, /^Soundstage-(dev|local)-/],
    ['names of outputs, which contain a hash of the stack', /\.OutputName$/, /^PublishOutput/],
    ['names that CDK generates from the stack for CloudFront', /\.Name$/, /^Soundstage(dev|local)Web/],
    ['names of parameters', /./, /\/soundstage\/(dev|local)\//],
    ['names of transcription jobs', /\.Resource\b/, /transcription-job\/soundstage-(dev|local)-\*$/],
    ['the name of the stage', /\.(STAGE|Value|stage|stage\.0)$/, /^(dev|local)$/],
    [
      'descriptions, and names that CloudFront requires to be unique',
      /\.(Description|Comment|Name|CallerReference)$/,
      /^soundstage[ -](dev|local)/,
    ],
    ['the languages of speech', /\.SPEECH_LANGUAGES$/, /^en-US/],
    ['the version of the text models', /\.TEXT_MODEL_VERSION$/, /^(2017-11-27|local-)/],
    ['passkeys, which belong to a lasting domain', /\.(WebAuthn\w+|SignInPolicy|PASSKEYS)(\.|$)/, /./],
    ['phones, which cost money', /\.(SmsConfiguration|EnabledMfas|PHONES)(\.|$)/, /./],
    ['the rights for phones', OF_PHONES, /./],
    ['the log level', /\.LOG_LEVEL$/, /^(debug|info)$/],
    ['the address for uploads', /\.S3_PUBLIC_ENDPOINT$/, /^http:\/\/local-uploads\.invalid$/],
    ['the address of the site', /^\.Web\.SiteUrl\w+\.Properties\.Value/, /^http:\/\/local-site\.invalid$/],
    ['the address of the token keys', /\.JWKS_URI/, /./],
    ['origins that the page may connect to', /\.ContentSecurityPolicy\.ContentSecurityPolicy/, /./],
    ['the configuration of the page, an asset with markers', /\.(SourceObjectKeys|SourceMarkers)\b/, /./],
  ];

  const differences = (
    a: unknown,
    b: unknown,
    path: string,
  ): readonly { path: string; values: readonly unknown[] }[] => {
    if (text(a) === text(b)) return [];
    if (
      typeof a === 'object' &&
      typeof b === 'object' &&
      a !== null &&
      b !== null &&
      Array.isArray(a) === Array.isArray(b)
    ) {
      const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
      return [...keys].flatMap((key) =>
        differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`),
      );
    }
    return [{ path, values: [a, b] }];
  };

  const withoutAssets = (assembly: Assembly) =>
    Object.fromEntries(
      resourcesOf(assembly).map(({ stack, id, Type, Properties }) => [`${stack}.${id}`, { Type, Properties }]),
    );

  it('has the same resources, types, routes, policies and event patterns as dev', () => {
    const shape = (assembly: Assembly) =>
      resourcesOf(assembly)
        .map(({ stack, id, Type }) => `${stack}.${id} ${Type}`)
        .filter((resource) => !OF_PHONES.test(resource))
        .sort();
    expect(shape(local)).toEqual(shape(dev));
    const untouched = [
      'AWS::IAM::Policy',
      'AWS::IAM::Role',
      'AWS::ApiGatewayV2::Route',
      'AWS::DynamoDB::Table',
      'AWS::Lambda::EventSourceMapping',
    ];
    const named = (assembly: Assembly, type: string) =>
      text(
        resourcesOf(assembly, type)
          .filter(({ id }) => !OF_PHONES.test(id))
          .map(({ id, properties }) => [id, properties]),
      )
        .replaceAll(/Soundstage-(dev|local)-/g, 'Soundstage-')
        .replaceAll(/\/soundstage\/(dev|local)\//g, '/soundstage/')
        .replaceAll(/transcription-job\/soundstage-(dev|local)-/g, 'transcription-job/soundstage-')
        .replaceAll(/"(dev|local)"/g, '"stage"');
    for (const type of untouched) expect(named(local, type)).toBe(named(dev, type));
  });

  it('has the rights for phones that prod with phones has, and that dev does not have', () => {
    const actions = (assembly: Assembly) =>
      resourcesOf(assembly)
        .filter(({ id }) => OF_PHONES.test(id))
        .map(({ id, properties }) => [id, text(properties).match(/"(?:cognito-idp|dynamodb|sns):\w+"/g)]);
    expect(actions(local)).toEqual(actions(prod));
    expect(actions(local)).toHaveLength(2);
    expect(actions(dev)).toHaveLength(1);
    expect(text(actions(dev))).not.toContain('AdminSetUserMFAPreference');
    expect(text(actions(local))).toContain('AdminSetUserMFAPreference');
  });

  it('differs from dev only in the allowed values', () => {
    const found = differences(withoutAssets(dev), withoutAssets(local), '');
    const unexplained = found.filter(
      ({ path, values }) =>
        !allowedDifferences.some(
          ([, where, value]) =>
            where.test(path) &&
            values.some((one) => value.test(typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))),
        ),
    );
    console.log(`local against dev: ${found.length} values differ, ${unexplained.length} unexplained`);
    expect(unexplained).toEqual([]);
  });
});
