import { buildLadder } from '../../lambdas/domain/media/ladder.ts';
import {
  analysisPart,
  billingPart,
  deliveryPart,
  privacyPart,
  securityProgramPart,
  sessionsPart,
} from '../bench/idle/parts.ts';
import { hourOf, idleCost, monthlyUse, moneyRows } from '../bench/money.ts';
import { tableOf, verdictOf } from '../bench/report.ts';
import { assemblyOf, type Assembly, type TemplateResource } from '../support/stack/assembly.ts';

let prod: Assembly;
beforeAll(async () => {
  prod = await assemblyOf('prod');
});

const withResource = (resource: TemplateResource): Assembly => ({
  ...prod,
  templates: { ...prod.templates, Other: { Resources: { Added: resource } } },
});
const idle = (assembly: Assembly): number =>
  [...idleCost(assembly).values()].reduce((sum, dollars) => sum + dollars, 0);

describe('money', () => {
  it('keeps an idle stage, a converted minute, an analysis and an hour watched within their bars', () => {
    const rows = moneyRows(prod);
    console.info(tableOf(rows));
    const bounded = rows.filter((row) => row.target && !row.measure.startsWith('1,000 people'));
    expect(bounded.length).toBe(13);
    expect(bounded.filter((row) => verdictOf(row) !== 'ok')).toEqual([]);
  });

  it('prices every metric that is read about a delivery with visitors', () => {
    const metrics = moneyRows(prod).find(({ measure }) => measure === '  its metrics with visitors at all times');
    // Five in each of 8,640 runs a month, at $0.01 for 1,000.
    expect(metrics?.figure).toBeCloseTo(0.432);
  });

  it('finds the queue of the analysis among its resources', () => {
    const [found] = Object.values(analysisPart(prod).templates);
    const types = Object.values(found?.Resources ?? {}).map(({ Type }) => Type);
    expect(types).toContain('AWS::Lambda::EventSourceMapping');
  });

  it.each([
    ['privacy', privacyPart, ['data-requests', 'privacy-erase', 'retention'], ['rate(1 day)', 'rate(15 minutes)']],
    ['billing', billingPart, ['billing', 'billing-reconcile', 'person-plans', 'stripe-webhook'], ['rate(1 hour)']],
    ['sessions', sessionsPart, ['sessions'], []],
    [
      'delivery',
      deliveryPart,
      ['delivery-logs', 'delivery-monitor', 'delivery-tools', 'delivery-watch', 'playback-rollup', 'plays'],
      ['rate(1 day)', 'rate(5 minutes)', 'rate(5 minutes)'],
    ],
    ['security program', securityProgramPart, ['behavior', 'tokens', 'phases', 'security-checks'], ['rate(1 day)']],
  ] as const)('finds the functions and schedules of %s among its resources', (_name, partOf, folders, schedules) => {
    const found = Object.values(partOf(prod).templates).flatMap(({ Resources }) => Object.values(Resources));
    const valuesOf = (name: string) => found.flatMap(({ Properties }) => Properties?.[name] ?? []);
    expect(valuesOf('Description')).toEqual(expect.arrayContaining(folders.map((folder) => `soundstage ${folder}`)));
    expect(valuesOf('ScheduleExpression').sort()).toEqual(schedules);
  });

  it('knows every resource type and rejects one without a price', () => {
    expect(idle(prod)).toBeGreaterThan(1);
    expect(() => idleCost(withResource({ Type: 'AWS::EC2::NatGateway' }))).toThrow(
      'No price is known for AWS::EC2::NatGateway',
    );
    expect(() => idleCost(withResource({ Type: 'AWS::KMS::Key' }))).toThrow('AWS::KMS::Key');
  });

  it.each([
    ['provisioned capacity', { Type: 'AWS::DynamoDB::Table', Properties: { BillingMode: 'PROVISIONED' } }],
    ['a network', { Type: 'AWS::Lambda::Function', Properties: { VpcConfig: {} } }],
    ['provisioned Lambda', { Type: 'AWS::Lambda::Function', Properties: { ProvisionedConcurrencyConfig: {} } }],
    [
      'metrics of every route',
      { Type: 'AWS::ApiGatewayV2::Stage', Properties: { DefaultRouteSettings: { DetailedMetricsEnabled: true } } },
    ],
    ['an advanced parameter', { Type: 'AWS::SSM::Parameter', Properties: { Tier: 'Advanced' } }],
  ])('rejects a property that makes a free resource bill by the hour: %s', (what, resource) => {
    expect(() => idleCost(withResource(resource))).toThrow(what);
  });

  it('prices an alarm by its metrics, a queue by its readers and a schedule by its runs', () => {
    const addedCost = (resource: TemplateResource): number => idle(withResource(resource)) - idle(prod);
    const MetricStat = {};
    expect(
      addedCost({
        Type: 'AWS::CloudWatch::Alarm',
        Properties: { Metrics: [{ MetricStat }, { MetricStat }, { Expression: 'SUM(m)' }] },
      }),
    ).toBeCloseTo(0.2);
    expect(addedCost({ Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } })).toBeCloseTo(0.1);
    expect(addedCost({ Type: 'AWS::Lambda::EventSourceMapping', Properties: {} })).toBeCloseTo(0.2592);
    expect(addedCost({ Type: 'AWS::Lambda::EventSourceMapping', Properties: { StartingPosition: 'LATEST' } })).toBe(0);
    const rate = (ScheduleExpression: string): number =>
      addedCost({ Type: 'AWS::Events::Rule', Properties: { ScheduleExpression } });
    expect(rate('rate(1 minute)')).toBeCloseTo(5 * rate('rate(5 minutes)'));
    expect(() => rate('cron(0 0 * * ? *)')).toThrow('whose cost is not known');
  });

  it('prices every kind of use, and more lines cost more', () => {
    for (const dollars of monthlyUse().values()) expect(dollars).toBeGreaterThan(0);
    const source = {
      container: 'mp4',
      duration: 60,
      streams: 2,
      bytes: 0,
      audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
    };
    const video = {
      codec: 'AVC',
      width: 1920,
      height: 1080,
      rotation: 0,
      frameRate: { numerator: 30, denominator: 1 },
      pixelAspect: 1,
      interlaced: false,
      hdr: false,
    } as const;
    const [sound, free, premium] = [
      buildLadder(source, 'free'),
      buildLadder({ ...source, video }, 'free'),
      buildLadder({ ...source, video }, 'premium'),
    ];
    expect(hourOf(sound)).toBeLessThan(hourOf(free));
    expect(hourOf(free)).toBeLessThan(hourOf(premium));
  });
});
