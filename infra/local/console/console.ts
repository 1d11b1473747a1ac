import type { LocalCloud } from '../cloud.ts';
import type { MediaConvertEngine } from '../services/mediaconvert/engine.ts';
import type { Mailbox } from '../services/ses.ts';
import { conversionRoutes } from './conversions.ts';
import type { FaultSwitch } from './fault-switch.ts';
import { faultRoutes } from './faults.ts';
import { functionRoutes } from './functions.ts';
import { pageRoutes } from './page.ts';
import { queueRoutes } from './queues.ts';
import { createRouter, type Routes } from './router.ts';
import { scheduleRoutes } from './schedules.ts';
import { storageRoutes } from './storage.ts';

/** The engines that the console shows and controls. */
export interface ConsoleOptions {
  readonly cloud: Pick<LocalCloud, 'functions' | 'queues' | 'bus' | 's3'>;
  readonly mailbox: Mailbox;
  readonly mediaConvert: Pick<MediaConvertEngine, 'jobs'>;
  readonly faults: FaultSwitch;
}

/** The numbers in the page's navigation. */
const overview = ({ cloud: { functions, queues }, mailbox, mediaConvert, faults }: ConsoleOptions) => {
  const jobs = mediaConvert.jobs();
  return {
    mail: mailbox.list().length,
    waiting: queues
      .queueSummary()
      .reduce(
        (sum, { available, inFlight, delayed, deadLetterQueue }) =>
          sum + (deadLetterQueue === undefined ? 0 : available + inFlight + delayed),
        0,
      ),
    failed: queues
      .queueSummary()
      .reduce(
        (sum, { available, inFlight, delayed, deadLetterQueue }) =>
          sum + (deadLetterQueue === undefined ? available + inFlight + delayed : 0),
        0,
      ),
    invocations: functions.list().reduce((sum, { name }) => sum + (functions.stats(name)?.invocations ?? 0), 0),
    errors: functions.list().reduce((sum, { name }) => sum + (functions.stats(name)?.errors ?? 0), 0),
    converting: jobs.filter(({ status }) => status === 'SUBMITTED' || status === 'PROGRESSING').length,
    faults: faults.list().length,
  };
};

/** Creates the console of the local cloud: a router for the paths in `/_local/` that show or control an engine. */
export const createConsole = (options: ConsoleOptions) => {
  const { cloud, mediaConvert, faults } = options;
  const routes: Routes = {
    ...pageRoutes,
    'GET overview': () => overview(options),
    ...queueRoutes(cloud),
    ...functionRoutes(cloud.functions),
    ...scheduleRoutes(cloud.bus),
    ...conversionRoutes(mediaConvert),
    ...storageRoutes(cloud.s3),
    ...faultRoutes(faults, cloud.functions),
  };
  return createRouter(routes);
};
