import { checkStage, stageNamed, stages, type Stage } from '../../infra/stages.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../support/stack/assembly.ts';
import { configuredProd, filledIn } from '../support/stack/configured-prod.ts';

let assembly: Assembly;

beforeAll(async () => {
  assembly = await assemblyOf('prod');
});

const all = (type: string) => resourcesOf(assembly, type).map(({ properties }) => properties);

describe('a stage with every option set', () => {
  it('emails every alarm to the operator and keeps undelivered emails', () => {
    expect(all('AWS::SNS::Subscription')).toEqual([
      expect.objectContaining({
        Endpoint: filledIn.alarmEmail,
        Protocol: 'email',
        RedrivePolicy: { deadLetterTargetArn: expect.anything() as unknown },
      }),
    ]);
    const alarms = all('AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(8);
    for (const { AlarmActions } of alarms) expect(AlarmActions).toHaveLength(1);
  });

  it('serves its own domain with its certificate and requires TLS 1.2', () => {
    const [{ DistributionConfig } = {}] = all('AWS::CloudFront::Distribution');
    expect(DistributionConfig).toMatchObject({
      Aliases: [filledIn.domain.name],
      ViewerCertificate: {
        AcmCertificateArn: filledIn.domain.certificateArn,
        MinimumProtocolVersion: expect.stringMatching(/^TLSv1\.2/) as unknown,
        SslSupportMethod: 'sni-only',
      },
    });
  });

  it('offers passkeys of its domain, which count as several factors', () => {
    expect(all('AWS::Cognito::UserPool')).toEqual([
      expect.objectContaining({
        WebAuthnRelyingPartyID: filledIn.passkeyDomain,
        WebAuthnUserVerification: 'required',
        WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
      }),
    ]);
    expect(() => checkStage({ ...stages.dev, domain: filledIn.domain, passkeyDomain: 'other.internal' })).toThrow(
      'passkeyDomain: Must be domain.name or a parent of it',
    );
  });

  it('sends SMS only with the phone factor, to numbers only, and lets only the factors function set one', async () => {
    const off = await assemblyOf('dev');
    expect(resourcesOf(off, 'AWS::Cognito::UserPool').map(({ properties }) => properties)).toEqual([
      expect.not.objectContaining({ SmsConfiguration: expect.anything() as unknown }),
    ]);
    expect(all('AWS::Cognito::UserPool')).toEqual([
      expect.objectContaining({
        EnabledMfas: ['SMS_MFA', 'SOFTWARE_TOKEN_MFA'],
        SmsConfiguration: expect.objectContaining({ ExternalId: expect.any(String) as string }) as unknown,
      }),
    ]);
    const setsNumbers = (one: Assembly) =>
      resourcesOf(one, 'AWS::IAM::Policy').filter(({ properties }) =>
        JSON.stringify(properties).includes('cognito-idp:AdminSetUserMFAPreference'),
      );
    expect([setsNumbers(off).length, setsNumbers(assembly).length]).toEqual([0, 1]);
    const roles = all('AWS::IAM::Role').filter((properties) => JSON.stringify(properties).includes('sns:Publish'));
    expect(roles).toEqual([
      expect.objectContaining({
        Policies: [
          expect.objectContaining({
            PolicyDocument: expect.objectContaining({
              Statement: [{ Action: 'sns:Publish', Effect: 'Allow', NotResource: 'arn:*:sns:*:*:*' }],
            }) as unknown,
          }),
        ],
      }),
    ]);
  });

  it('requires a second factor of staff in every function of the API', async () => {
    const valuesOf = (one: Assembly) => [
      ...new Set(
        resourcesOf(one, 'AWS::Lambda::Function').flatMap(({ properties }) => {
          const { Variables } = (properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
          return Variables?.['ADMINS_NEED_FACTOR'] ?? [];
        }),
      ),
    ];
    expect([valuesOf(await assemblyOf('dev')), valuesOf(assembly)]).toEqual([['false'], ['true']]);
  });

  it('keeps the previous signing key in the key group', () => {
    const versions = all('Custom::SecretKey')
      .map((properties) => JSON.stringify(properties))
      .filter((text) => text.includes('signing-key-'));
    expect(versions.map((text) => /signing-key-(\d+)/.exec(text)?.[1]).sort()).toEqual(['2', '3']);
    const [{ KeyGroupConfig } = {}] = all('AWS::CloudFront::KeyGroup');
    expect((KeyGroupConfig as { Items: unknown[] }).Items).toHaveLength(2);
  });

  it('configures what happens to the colors of HDR videos', async () => {
    const valuesOf = (assemblyOfStage: Assembly) =>
      resourcesOf(assemblyOfStage, 'AWS::Lambda::Function').flatMap(({ properties }) => {
        const { Variables } = (properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
        return Variables?.['HDR_TO_SDR'] ?? [];
      });
    expect([valuesOf(await assemblyOf('dev')), valuesOf(assembly)]).toEqual([['convert'], ['off']]);
  });

  it('gives functions a new cursor key when its version is raised', async () => {
    const parameters = (assemblyOfStage: Assembly) => [
      ...new Set(JSON.stringify(assemblyOfStage.templates).match(/\/soundstage\/\w+\/cursor-key-\d+/g)),
    ];
    const dev = await assemblyOf('dev');
    expect([parameters(dev), parameters(assembly)]).toEqual([
      ['/soundstage/dev/cursor-key-1'],
      ['/soundstage/prod/cursor-key-2'],
    ]);
  });

  it('finds topics with a language model, which one function may ask and another one watches', async () => {
    const statements = (assemblyOfStage: Assembly) =>
      resourcesOf(assemblyOfStage, 'AWS::IAM::Policy').flatMap(({ properties }) =>
        (properties['PolicyDocument'] as { Statement: { Action: string; Resource: unknown }[] }).Statement.filter(
          ({ Action }) => JSON.stringify(Action).includes('bedrock:'),
        ),
      );
    const dev = await assemblyOf('dev');
    expect(statements(dev)).toEqual([]);
    const [ask, watch, ...more] = statements(assembly);
    expect([ask?.Action, watch?.Action, more]).toEqual(['bedrock:InvokeModel', 'bedrock:GetFoundationModel', []]);
    for (const resource of [
      'arn:aws:bedrock:*::foundation-model/anthropic.claude-haiku-5-5"',
      ':inference-profile/eu.anthropic.claude-haiku-5-5"',
    ])
      expect(JSON.stringify(ask?.Resource)).toContain(resource);
    const functions = (assemblyOfStage: Assembly) =>
      resourcesOf(assemblyOfStage, 'AWS::Lambda::Function').map(({ properties }) => properties['Description']);
    expect(functions(assembly)).toContain('soundstage language-model-check');
    expect(functions(dev)).not.toContain('soundstage language-model-check');
  });

  it('names only its own region and that of CloudFront', () => {
    const text = JSON.stringify(assembly.templates);
    expect([...new Set(text.match(/\b(?:us|eu|ap|sa|ca)-[a-z]+-\d\b/g))].sort()).toEqual(['eu-central-1', 'us-east-1']);
    // us-east-1 occurs only in the ARNs of the certificate, of the firewall, and of what delivers CloudFront's logs.
    const ofCloudFront = [filledIn.domain.certificateArn, filledIn.webAclArn, ':logs:us-east-1:'];
    expect(ofCloudFront.reduce((rest, arn) => rest.replaceAll(arn, ''), text).match(/.{80}us-east-1/g)).toBeNull();
  });
});

describe('the language model of a stage', () => {
  const problemOf = (stage: Stage): string => {
    try {
      checkStage(stage);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('does not exist in the local cloud', () => {
    const { local } = stages;
    expect(problemOf({ ...local, analysis: { ...local.analysis, topics: 'bedrock' } })).toContain(
      '- analysis: topics: bedrock needs an AWS account: the local cloud has no language model',
    );
  });

  it('is an inference profile whose price is known', () => {
    for (const languageModel of ['anthropic.claude-haiku-5-5', 'us.unknown.model', ''])
      expect(problemOf({ ...stages.dev, analysis: { ...stages.dev.analysis, languageModel } })).toContain(
        '- analysis: languageModel: Must be an inference profile, such as us.anthropic.claude-haiku-5-5, of',
      );
  });
});

describe('the stage prod', () => {
  const problemsOf = (changes: Partial<Stage>): readonly string[] => {
    try {
      checkStage({ ...configuredProd, ...changes });
      return [];
    } catch (error) {
      return (error as Error).message.split('\n').slice(1);
    }
  };

  it('is rejected until the values of its operator are filled in, and says which are missing', () => {
    expect(() => stageNamed('prod')).toThrow(
      [
        'The stage prod in infra/stages.ts is not ready:',
        '- prod requires mailFrom: without it, Cognito sends at most 50 emails a day',
        '- prod requires alarmEmail: without it, no one learns of an alarm',
        '- prod requires domain, or noDomainReason if it goes without one',
        '- ownMailFrom: soundstage@example.org is a placeholder',
      ].join('\n'),
    );
  });

  it.each<[string, Partial<Stage>, string]>([
    [
      'a placeholder as sender',
      { mailFrom: 'no-reply@example.org' },
      '- mailFrom: no-reply@example.org is a placeholder',
    ],
    [
      'a placeholder as recipient',
      { alarmEmail: 'a@mail.example.com' },
      '- alarmEmail: a@mail.example.com is a placeholder',
    ],
    [
      'a placeholder as domain',
      { domain: { ...filledIn.domain, name: 'media.example.org' }, passkeyDomain: null },
      '- domain: media.example.org is a placeholder',
    ],
    [
      'a certificate of a region that CloudFront cannot use',
      { domain: { ...filledIn.domain, certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/1' } },
      '- domain: certificateArn: Invalid string: must start with "arn:aws:acm:us-east-1:"',
    ],
    [
      'a domain together with a reason for having none',
      { noDomainReason: 'The pilot runs for two weeks only.' },
      '- noDomainReason must be null, because the stage has a domain',
    ],
  ])('rejects %s', (_, changes, problem) => {
    expect(problemsOf(changes)).toEqual([problem]);
  });

  it('accepts a written reason instead of a domain', () => {
    expect(problemsOf({ domain: null, noDomainReason: 'The pilot runs for two weeks only.' })).toEqual([]);
    expect(problemsOf({ domain: null, noDomainReason: 'none' })).toHaveLength(1);
  });

  it('accepts addresses that only contain a reserved word', () => {
    expect(problemsOf({ alarmEmail: 'ops@example.org.soundstage.internal' })).toEqual([]);
    expect(problemsOf({ alarmEmail: 'test@contest.internal' })).toEqual([]);
  });

  it('accepts dev and local as they are', () => {
    for (const name of ['dev', 'local'] as const) expect(stageNamed(name)).toEqual(stages[name]);
  });
});
