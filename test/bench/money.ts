import { resourcesOf, type Assembly } from '../support/stack/assembly.ts';
import { hdrColorsOf } from '../../lambdas/domain/media/colors.ts';
import { framesPrice, speechPrice, textPrice } from '../../lambdas/domain/analysis/prices.ts';
import { mostTopicsCost } from '../../lambdas/domain/analysis/topics/topics-price.ts';
import { languageModelOf } from '../../lambdas/contract/content/language-models.ts';
import { BURST_CALLS } from '../../lambdas/contract/security/phase-rules.ts';
import { protectionAttempts } from '../../lambdas/domain/security/phases/protection-attempts.ts';
import { tokenAttempts } from '../../lambdas/domain/security/phases/token-attempts.ts';
import { stages } from '../../infra/stages.ts';
import { buildLadder, type Ladder } from '../../lambdas/domain/media/ladder.ts';
import { analysisOutputsPrice, priceOf, priceTierOf } from '../../lambdas/domain/media/prices.ts';
import type { MediaProbe } from '../../lambdas/domain/media/probe.ts';
import {
  analysisPart,
  privacyPart,
  billingPart,
  deliveryPart,
  sessionsPart,
  securityCenterPart,
  securityProgramPart,
} from './idle/parts.ts';
import { metricsCost, MORE_OF_RUN } from './idle/runs.ts';
import { GIGABYTE, prices } from './prices.ts';
import { atMost, type Row } from './report.ts';
import { callsOfVisit, liveOfVisit, usage } from './usage.ts';

const GROUP = 'Money, list price in US dollars';
const DAYS = 30;
const SECONDS = DAYS * 24 * 3600;

/** Lambda polls an idle queue with five readers, 20 seconds each (Lambda developer guide, "Using Lambda with SQS"). */
const QUEUE_READERS = 5;
const QUEUE_WAIT_SECONDS = 20;

const functionCall = (milliseconds: number): number =>
  prices.lambda.request + usage.memoryGb * (milliseconds / 1000) * prices.lambda.gigabyteSecond;
const logs = (bytes: number): number => (bytes / GIGABYTE) * prices.cloudWatch.logGigabyte;

type Found = ReturnType<typeof resourcesOf>[number];

/** Dollars a month that a resource costs without any use, and the row that they are added to. */
interface FixedCost {
  readonly dollars: number;
  readonly what: string;
}

const alarmCost = ({ properties }: Found): FixedCost => {
  const queries = properties['Metrics'] as readonly { readonly MetricStat?: unknown }[] | undefined;
  const metrics = queries ? queries.filter(({ MetricStat }) => MetricStat !== undefined).length : 1;
  return { dollars: metrics * prices.cloudWatch.alarmMetric, what: 'alarms' };
};

const mappingCost = ({ properties }: Found): FixedCost =>
  // Lambda reads a table's stream free of charge.
  'StartingPosition' in properties
    ? { dollars: 0, what: 'stream readers' }
    : { dollars: QUEUE_READERS * (SECONDS / QUEUE_WAIT_SECONDS) * prices.sqs.request, what: 'readers of idle queues' };

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  minute: 60,
  minutes: 60,
  hour: 3600,
  hours: 3600,
  day: 86_400,
  days: 86_400,
};

/** Dollars of one run that finds no work: two queries, and its log lines. */
const EMPTY_RUN = functionCall(usage.coldMs) + 2 * prices.dynamoDb.readUnit + logs(usage.functionLogBytes);

const ruleCost = ({ id, properties }: Found): FixedCost => {
  const schedule = properties['ScheduleExpression'];
  if (schedule === undefined) return { dollars: 0, what: 'rules for events' };
  const [, count, unit = ''] = /^rate\((\d+) (\w+)\)$/.exec(String(schedule)) ?? [];
  const every = Number(count) * (UNIT_SECONDS[unit] ?? Number.NaN);
  if (Number.isNaN(every)) throw new Error(`${id} runs on ${String(schedule)}, whose cost is not known: use a rate`);
  const [, more] = MORE_OF_RUN.find(([rule]) => rule.test(id)) ?? [id, 0];
  return { dollars: (SECONDS / every) * (EMPTY_RUN + more), what: 'schedules' };
};

/** Resource types that are billed by use, or not at all. */
const FREE = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Authorizer',
  'AWS::ApiGatewayV2::Deployment',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CDK::Metadata',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::KeyGroup',
  'AWS::CloudFront::OriginAccessControl',
  'AWS::CloudFront::PublicKey',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::DynamoDB::Table',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Function',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Logs::Delivery',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
  'Custom::CDKBucketDeployment',
  'Custom::SecretKey',
]);

const FIXED_COSTS: Readonly<Record<string, (resource: Found) => FixedCost>> = {
  'AWS::CloudWatch::Alarm': alarmCost,
  'AWS::Lambda::EventSourceMapping': mappingCost,
  'AWS::Events::Rule': ruleCost,
};

/** Properties that make a free resource bill by the hour. */
const hourlyTraits = ({ Type, properties }: Found): readonly string[] => {
  const text = JSON.stringify(properties);
  return [
    ...(Type === 'AWS::DynamoDB::Table' && properties['BillingMode'] !== 'PAY_PER_REQUEST'
      ? ['provisioned capacity']
      : []),
    ...(Type === 'AWS::Lambda::Function' && 'VpcConfig' in properties ? ['a network, which needs a gateway'] : []),
    ...(text.includes('ProvisionedConcurrency') || text.includes('ProvisionedPollerConfig')
      ? ['provisioned Lambda']
      : []),
    ...(/"DetailedMetricsEnabled":true/.test(text) ? ['metrics of every route, each charged by the hour'] : []),
    ...(Type === 'AWS::SSM::Parameter' && properties['Tier'] === 'Advanced' ? ['an advanced parameter'] : []),
  ];
};

/**
 * Dollars a month of a stage without visitors, by row. @throws Error for a resource type without a known price, and for
 * a resource that bills by the hour: both need a decision, which this file records
 */
export const idleCost = (
  assembly: Pick<Assembly, 'templates'> & { readonly folder?: string },
): ReadonlyMap<string, number> => {
  const resources = resourcesOf({ folder: '', ...assembly });
  const unpriced = [...new Set(resources.map(({ Type }) => Type))].filter(
    (type) => !FREE.has(type) && !(type in FIXED_COSTS),
  );
  if (unpriced.length > 0)
    throw new Error(
      `No price is known for ${unpriced.join(', ')}. Check whether it bills by the hour, ` +
        'then add it to test/bench/money.ts.',
    );
  const hourly = resources.flatMap((resource) => hourlyTraits(resource).map((trait) => `${resource.id}: ${trait}`));
  if (hourly.length > 0) throw new Error(`Billed by the hour: ${hourly.join('; ')}`);
  const sums = new Map<string, number>();
  for (const resource of resources) {
    const cost = FIXED_COSTS[resource.Type]?.(resource);
    if (cost) sums.set(cost.what, (sums.get(cost.what) ?? 0) + cost.dollars);
  }
  return sums;
};

/**
 * Dollars a month of the daily security checks: the worker, which mostly waits, and its calls, as if each started a
 * function and read the table. Their schedule is among the resources.
 */
const checksCost = (): number => {
  const target = { siteUrl: '', mediaUrl: '', uploadsUrl: '', title: { mediaKey: '', sourceKey: '' } };
  const attempts = [...tokenAttempts({ ...target, token: '', now: 0 }), ...protectionAttempts(target, 0)];
  const call =
    prices.httpApi.request +
    functionCall(usage.coldMs) +
    prices.dynamoDb.readUnit +
    logs(usage.functionLogBytes + usage.accessLogBytes);
  return DAYS * (functionCall(usage.checksMs) + (attempts.length + BURST_CALLS) * call);
};

const film = (seconds: number, hdr = false): MediaProbe => ({
  container: 'mp4',
  duration: seconds,
  streams: 2,
  bytes: 0,
  video: {
    codec: 'AVC',
    width: 1920,
    height: 1080,
    rotation: 0,
    frameRate: { numerator: 30, denominator: 1 },
    pixelAspect: 1,
    interlaced: false,
    hdr,
  },
  audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
});

/** Seconds of the source whose minute is priced: an hour, so that charges per job hardly matter. */
const SOURCE_SECONDS = 3600;
const SHORT_SOURCE_SECONDS = 60;

/** Dollars a month for a thousand people, by row, without Cognito, delivery, storage and conversions. */
export const monthlyUse = (): ReadonlyMap<string, number> => {
  const visits = usage.people * usage.visitsPerPerson;
  const calls = callsOfVisit.reduce((sum, { perVisit }) => sum + perVisit, 0);
  const reads = callsOfVisit.reduce((sum, call) => sum + call.perVisit * (call.reads + usage.rightsReads), 0);
  const writes = callsOfVisit.reduce((sum, call) => sum + call.perVisit * call.writes, 0);
  const meanMs = usage.warmMs + usage.coldShare * (usage.coldMs - usage.warmMs);
  const table = (read: number, written: number): number =>
    read * prices.dynamoDb.readUnit + written * prices.dynamoDb.writeUnit;
  const perVisit = {
    'API requests': calls * prices.httpApi.request,
    'functions of the API': calls * functionCall(meanMs),
    'table, by requests': table(reads, writes),
    logs: logs(calls * (usage.functionLogBytes + usage.accessLogBytes)),
    'live channel, functions':
      liveOfVisit.functionCalls * functionCall(meanMs) + logs(liveOfVisit.functionCalls * usage.functionLogBytes),
    'live channel, connections':
      usage.minutesPerVisit * prices.webSocketApi.connectionMinute + liveOfVisit.messages * prices.webSocketApi.message,
    'live channel, table and queue':
      table(liveOfVisit.reads, liveOfVisit.writes) + liveOfVisit.queueRequests * prices.sqs.request,
  };
  return new Map(Object.entries(perVisit).map(([what, dollars]) => [what, dollars * visits]));
};

/** Share of a rung's maximum bitrate that QVBR uses on an ordinary film (AWS's QVBR guide says "often well below"). */
const SHARE_OF_CAP = 0.6;
const SEGMENT_SECONDS = 6;
/** Bytes of a request in the distribution's log, as measured with the fields that it has. */
const LOG_LINE_BYTES = 147;
/** Share of files that CloudFront has not cached and reads from the bucket. */
const MISS_SHARE = 0.1;
/** Shares of the audience: the free plan has at most 480 lines, the premium plan 1080. */
const AUDIENCE = { free: 0.8, premium: 0.2 } as const;

/**
 * Dollars to deliver an hour of the top rung, with its logs. The player requests one video and one audio file per
 * segment.
 */
export const hourOf = (ladder: Ladder): number => {
  const top = ladder.video.at(-1);
  const bits = (top ? top.maxBitrate * SHARE_OF_CAP : 0) + (ladder.audio.at(-1)?.bitrate ?? 0);
  const files = (3600 / SEGMENT_SECONDS) * ((top ? 1 : 0) + (ladder.audio.length > 0 ? 1 : 0));
  return (
    (((bits / 8) * 3600) / GIGABYTE) * prices.cloudFront.gigabyte +
    files * (prices.cloudFront.request + MISS_SHARE * prices.s3.get) +
    ((files * LOG_LINE_BYTES) / GIGABYTE) * prices.cloudFront.logGigabyte
  );
};

const total = (sums: ReadonlyMap<string, number>): number =>
  [...sums.values()].reduce((sum, dollars) => sum + dollars, 0);
const sumOf = (sums: ReadonlyMap<string, number>, ...parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + (sums.get(part) ?? NaN), 0);
const partsOf = (sums: ReadonlyMap<string, number>): readonly Row[] =>
  [...sums]
    .filter(([, dollars]) => dollars > 0)
    .map(([what, figure]) => ({ group: GROUP, measure: `  ${what}`, figure, unit: '$' }));

const ANALYZED_SECONDS = 600;

/** Dollars to analyze ten minutes of video with constant speech, by provider. Half of its frames are alike. */
const analysisOfVideo = (): ReadonlyMap<string, number> => {
  const duration = ANALYZED_SECONDS;
  const ladder = buildLadder(film(duration), 'premium', { speech: true, frames: true });
  return new Map([
    ['MediaConvert, sound and frames', analysisOutputsPrice(ladder, duration)],
    ['Transcribe, speech', speechPrice({ ladder, duration })],
    ['Comprehend, text', textPrice({ ladder, duration })],
    ['Rekognition, frames', framesPrice({ ladder, duration })],
    ['word list, topics', 0],
  ]);
};

/** Characters that are spoken in that time. */
const ANALYZED_CHARACTERS = 9000;
/** What is set aside for the topics of that film by a language model. */
const languageModelRow = (): Row => {
  const { languageModel } = stages.dev.analysis;
  const model = languageModelOf(languageModel);
  if (!model) throw new Error(`The price of ${languageModel} is not known`);
  const figure = 100 * mostTopicsCost(model, ANALYZED_CHARACTERS);
  return { group: GROUP, measure: '  Bedrock instead of it, at most', figure, unit: '¢', note: model.name };
};

/** Every cost with its target in US dollars. `assembly`: the assembly of a deployed stage. */
export const moneyRows = (assembly: Parameters<typeof idleCost>[0]): readonly Row[] => {
  const row = (measure: string, dollars: number, limit: number | undefined, note: string): Row => ({
    group: GROUP,
    measure,
    figure: dollars,
    unit: '$',
    note,
    ...(limit === undefined ? {} : { target: atMost(limit) }),
  });
  const cents = (measure: string, dollars: number, limit: number | undefined, note: string): Row => ({
    ...row(measure, 100 * dollars, limit, note),
    unit: '¢',
  });
  const idle = new Map<string, number>([...idleCost(assembly), ['calls of the daily security checks', checksCost()]]);
  const use = monthlyUse();
  const [free, premium] = [buildLadder(film(SOURCE_SECONDS), 'free'), buildLadder(film(SOURCE_SECONDS), 'premium')];
  const perMinute = (seconds: number, hdr = false): number => {
    const source = film(seconds, hdr);
    const tier = priceTierOf(false, hdrColorsOf(source, 'convert'));
    return (priceOf(buildLadder(source, 'premium'), seconds, tier) / seconds) * 60;
  };
  return [
    row('idle stage, per month', total(idle), 6.5, 'before free tiers'),
    ...partsOf(idle),
    row(
      '1,000 people, per month',
      total(use),
      0.75,
      `${usage.visitsPerPerson} visits of ${usage.minutesPerVisit} minutes each; ` +
        'without Cognito, delivery, storage, conversions',
    ),
    ...partsOf(use),
    cents(
      'conversion, per minute of 1080p',
      perMinute(SOURCE_SECONDS),
      5,
      `${premium.video.length} renditions, audio, stills and their upload; source of one hour`,
    ),
    cents(
      'conversion, per minute of 1080p, short',
      perMinute(SHORT_SOURCE_SECONDS),
      5,
      'the same; source of one minute',
    ),
    cents(
      'conversion, per minute of 1080p, HDR',
      perMinute(SOURCE_SECONDS, true),
      undefined,
      'source of one hour; colors converted to SDR, in the Professional tier',
    ),
    row(
      'analysis of ten minutes of video',
      total(analysisOfVideo()),
      0.3,
      'half of the frames look like an earlier one',
    ),
    row(
      'speech and text of ten minutes of video',
      sumOf(analysisOfVideo(), 'Transcribe, speech', 'Comprehend, text'),
      0.09,
      'without frames',
    ),
    row('idle analysis, per month', total(idleCost(analysisPart(assembly))), 0.5, 'part of the idle stage'),
    row('idle privacy, per month', total(idleCost(privacyPart(assembly))), 0.1, 'part of the idle stage'),
    row('idle billing, per month', total(idleCost(billingPart(assembly))), 0.3, 'part of the idle stage'),
    row('idle delivery, per month', total(idleCost(deliveryPart(assembly))), 0.4, 'part of the idle stage'),
    row(
      '  its metrics with visitors at all times',
      metricsCost('busy'),
      undefined,
      `instead of $${metricsCost('idle').toFixed(2)}, which the idle stage includes`,
    ),
    row('idle sessions, per month', total(idleCost(sessionsPart(assembly))), 0.1, 'part of the idle stage'),
    row(
      'idle security center, per month',
      total(idleCost(securityCenterPart(assembly))),
      0.2,
      'part of the idle stage: events, alerts, responses',
    ),
    row(
      'idle security program, per month',
      total(idleCost(securityProgramPart(assembly))) + checksCost(),
      0.1,
      'part of the idle stage: behavior, smart tokens, phases, checks',
    ),
    ...[...analysisOfVideo()].map(([what, dollars]) => row(`  ${what}`, dollars, undefined, '')),
    languageModelRow(),
    cents(
      'delivery, per hour watched',
      AUDIENCE.free * hourOf(free) + AUDIENCE.premium * hourOf(premium),
      6,
      `${100 * AUDIENCE.free}% at 480 lines, ${100 * AUDIENCE.premium}% at 1080 lines, top rung`,
    ),
    cents('  at 480 lines', hourOf(free), undefined, ''),
    cents('  at 1080 lines', hourOf(premium), undefined, ''),
  ];
};
