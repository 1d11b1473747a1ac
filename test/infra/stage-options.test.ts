import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addStacks } from '../../infra/app.ts';
import { addChecks } from '../../infra/nag.ts';
import { stageNamed } from '../../infra/stages.ts';
import { assemblyOf, readTemplates, resourcesOf, type Assembly } from '../support/stack/assembly.ts';
import { repositoryRoot } from '../support/source-tree.ts';

const folder = (name: string): string => join(repositoryRoot, '.build', 'test-assembly', name);

/** The options that an operator sets before the first deployment. The stages in the repository leave them empty. */
const filledIn = {
  region: 'eu-central-1',
  domain: {
    name: 'media.example.org',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
  },
  mailFrom: 'no-reply@example.org',
  ownMailFrom: 'no-reply@example.org',
  alarmEmail: 'ops@example.org',
  publicCatalog: true,
  signingKeyVersion: 3,
} as const;

let assembly: Assembly;

beforeAll(async () => {
  // Builds the bundles and the site, which are assets of the stacks.
  await assemblyOf('prod', folder('for-filled-in'));
  const { context } = JSON.parse(readFileSync(join(repositoryRoot, 'cdk.json'), 'utf8')) as {
    context: Record<string, unknown>;
  };
  const outdir = folder('filled-in');
  const app = new App({ context, outdir });
  addStacks(app, { ...stageNamed('prod'), ...filledIn }, join(repositoryRoot, '.build', 'web'));
  addChecks(app);
  // Throws on an open finding of cdk-nag.
  app.synth();
  assembly = { folder: outdir, templates: readTemplates(outdir) };
});

const all = (type: string) => resourcesOf(assembly, type).map(({ properties }) => properties);

describe('a stage with every option set', () => {
  it('emails every alarm to the operator and keeps undelivered emails', () => {
    expect(all('AWS::SNS::Subscription')).toEqual([
      expect.objectContaining({
        Endpoint: 'ops@example.org',
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
      Aliases: ['media.example.org'],
      ViewerCertificate: {
        AcmCertificateArn: filledIn.domain.certificateArn,
        MinimumProtocolVersion: expect.stringMatching(/^TLSv1\.2/) as unknown,
        SslSupportMethod: 'sni-only',
      },
    });
  });

  it('keeps the previous signing key in the key group', () => {
    const versions = all('Custom::SecretKey')
      .map((properties) => JSON.stringify(properties))
      .filter((text) => text.includes('signing-key-'));
    expect(versions.map((text) => /signing-key-(\d+)/.exec(text)?.[1]).sort()).toEqual(['2', '3']);
    const [{ KeyGroupConfig } = {}] = all('AWS::CloudFront::KeyGroup');
    expect((KeyGroupConfig as { Items: unknown[] }).Items).toHaveLength(2);
  });

  it('names only its own region and that of the certificate', () => {
    const text = JSON.stringify(assembly.templates);
    expect([...new Set(text.match(/\b(?:us|eu|ap|sa|ca)-[a-z]+-\d\b/g))].sort()).toEqual(['eu-central-1', 'us-east-1']);
    // us-east-1 occurs only in the certificate.
    expect(text.replaceAll(filledIn.domain.certificateArn, '')).not.toContain('us-east-1');
  });
});
