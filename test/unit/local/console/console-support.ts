import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { alarmPanel } from '../../../../infra/local/console/alarms.ts';
import { conversionPanel } from '../../../../infra/local/console/conversions.ts';
import { createFaultSwitch, functionFault } from '../../../../infra/local/console/fault-switch.ts';
import { functionPanel } from '../../../../infra/local/console/functions.ts';
import { metricPanel } from '../../../../infra/local/console/metrics.ts';
import { queuePanel } from '../../../../infra/local/console/queues.ts';
import { scheduleRoutes } from '../../../../infra/local/console/schedules.ts';
import { storageRoutes } from '../../../../infra/local/console/storage.ts';
import { transcriptionPanel } from '../../../../infra/local/console/transcriptions.ts';
import { createCredentials } from '../../../../infra/local/credentials.ts';
import { engineList } from '../../../../infra/local/engine-list.ts';
import { createS3Engine } from '../../../../infra/local/engines/s3/engine.ts';
import { createEventBus } from '../../../../infra/local/events/bus/event-bus.ts';
import { createQueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import { createFunctions } from '../../../../infra/local/functions/functions.ts';
import { createLocalRoutes } from '../../../../infra/local/local-routes.ts';
import { createAlarms } from '../../../../infra/local/metrics/alarms.ts';
import { createMetricStore } from '../../../../infra/local/metrics/store.ts';
import type { JobRecord } from '../../../../infra/local/services/mediaconvert/job-record.ts';
import { createMailbox, mailPanel } from '../../../../infra/local/services/ses.ts';
import type { TranscriptionJob } from '../../../../infra/local/services/transcribe/job-record.ts';

export const QUEUE = 'Soundstage-local-Media-Work';
export const DEAD = 'Soundstage-local-Media-WorkDeadLetters';
export const FAILED = 'Soundstage-local-Data-Failures';
export const RULE = 'arn:aws:events:us-east-1:000000000000:rule/Sweeping';
export const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

/** Starts the console on real engines with two functions, three queues, a schedule, a rule and a bucket. */
export const startConsole = async () => {
  const clock = createManualClock();
  const faults = createFaultSwitch(
    clock,
    engineList.flatMap((engine) => engine.faults),
  );
  const mailbox = createMailbox({ clock });
  const jobs: JobRecord[] = [];
  const transcriptions: TranscriptionJob[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  const functions = createFunctions({
    clock,
    endpoint: 'http://127.0.0.1:1',
    issueKey: (name) => ({ accessKeyId: `LOCAL${name}`, secretAccessKey: 's', name }),
    interfere: faults.interfereRun,
  });
  for (const name of ['sweeper', 'catalog']) {
    const directory = join(folder, name);
    mkdirSync(directory);
    writeFileSync(
      join(directory, 'index.mjs'),
      [
        'export const handler = async (event) => {',
        "  console.log('saw ' + JSON.stringify(event));",
        "  if (event.fail) throw new TypeError('no good');",
        `  return { name: '${name}' };`,
        '};',
      ].join('\n'),
    );
    functions.define({
      name: `Fn-${name}`,
      folder: name,
      arn: arnOf(`Fn-${name}`),
      directory,
      handler: 'index.handler',
      timeoutSeconds: 5,
      memoryMb: 64,
      roleArn: 'arn:aws:iam::000000000000:role/r',
      environment: {},
    });
  }
  const queues = createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' });
  const dead = queues.createQueue({}, DEAD);
  queues.createQueue({ RedrivePolicy: { deadLetterTargetArn: dead.arn, maxReceiveCount: 1 } }, QUEUE);
  queues.createQueue({}, FAILED);
  const bus = createEventBus({ clock, invoke: functions.invoke, queues });
  bus.putRule(
    { ScheduleExpression: 'rate(5 minutes)', Targets: [{ Id: 'T', Arn: arnOf('Fn-sweeper') }] },
    { name: 'Sweeping', arn: RULE },
  );
  bus.putRule(
    { EventPattern: { source: ['aws.s3'] }, Targets: [{ Id: 'T', Arn: arnOf('Fn-catalog') }] },
    { name: 'Uploaded', arn: 'arn:aws:events:us-east-1:000000000000:rule/Uploaded' },
  );
  const s3 = createS3Engine({
    dataDir: join(folder, 's3'),
    clock,
    credentials: createCredentials(),
    publish: () => undefined,
  });
  s3.createBucket({ name: 'media', properties: { VersioningConfiguration: { Status: 'Enabled' } } });
  const metrics = createMetricStore(clock);
  const alarms = createAlarms({ clock, store: metrics });
  const handle = createLocalRoutes({
    awaited: () => [],
    panels: [
      mailPanel(mailbox),
      queuePanel({ functions, queues, bus }),
      functionPanel(functions),
      { id: 'schedules', routes: scheduleRoutes(bus) },
      conversionPanel({ jobs: () => jobs }),
      transcriptionPanel({ jobs: () => transcriptions, recognizerInUse: () => 'PocketSphinx (English)' }),
      { id: 'storage', routes: storageRoutes(s3) },
      metricPanel(metrics, clock.now),
      alarmPanel(alarms),
    ],
    routes: [{ 'GET database': () => ({ GetItem: { calls: 1 } }) }],
    pages: {
      async cognito(request, response) {
        if (request.method === 'POST' && (await faults.interfere('cognito-idp', request, response))) return;
        response.end('{"pool":true}');
      },
    },
    faults,
    faultNames: () => functions.list().map(({ folder: name }) => functionFault(name)),
  });
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_local`;

  const ask = async (path: string, init: RequestInit = {}): Promise<[number, Record<string, unknown>]> => {
    const response = await fetch(`${base}${path === '' ? '' : '/'}${path}`, init);
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
  const get = async <T>(path: string): Promise<T> => (await ask(path))[1] as T;
  const post = (path: string, body?: unknown): Promise<[number, Record<string, unknown>]> =>
    ask(path, {
      method: 'POST',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  return {
    clock,
    faults,
    mailbox,
    jobs,
    transcriptions,
    functions,
    queues,
    s3,
    metrics,
    alarms,
    base,
    ask,
    get,
    post,
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      bus.stop();
      queues.stop();
      await Promise.all([functions.stop(), s3.stop()]);
      rmSync(folder, { recursive: true });
    },
  };
};

export type TestConsole = Awaited<ReturnType<typeof startConsole>>;
