import type { Clock } from '../../clock.ts';
import { storageRoutes } from '../../console/storage.ts';
import { defineEngine } from '../../engine.ts';
import { busEngine } from '../../events/bus/entry.ts';
import { createS3Engine } from './engine.ts';
import { bucketResources } from './resources.ts';
import type { S3Engine } from './types.ts';

/** Milliseconds between two sweeps of the lifecycle rules. */
const SWEEP_EVERY_MS = 3_600_000;

/** Sweeps now and every hour. Returns a function that ends it. */
const sweepEvery = (s3: S3Engine, clock: Clock): (() => void) => {
  s3.sweepLifecycle();
  let cancel = clock.after(SWEEP_EVERY_MS, () => (cancel = sweepEvery(s3, clock)));
  return () => cancel();
};

/** S3. Browsers upload to it on its own port. */
export const s3Engine = defineEngine({
  name: 'S3',
  needs: { bus: busEngine },
  faults: [
    {
      name: 's3',
      label: 'Files (S3)',
      signingName: 's3',
      throttled: ['SlowDown', 503, 'Please reduce your request rate.'],
      failing: ['InternalError', 500, 'We encountered an internal error. Please try again.'],
      protocol: 's3',
    },
  ],
  create({ folder, clock, credentials, access, policies }, { bus }) {
    let endSweeps = (): void => undefined;
    const s3 = createS3Engine({
      dataDir: folder('s3'),
      clock,
      credentials,
      publish: bus.publish,
      policiesOf: (arn) => policies.documents(arn),
      // S3 quotes the resource.
      authorize: (caller, action, resource) =>
        access.denial(caller, action, resource)?.replace(resource, () => `"${resource}"`),
    });
    return {
      instance: s3,
      services: [s3],
      resources: bucketResources({ s3, access, policies }),
      panels: [{ id: 'storage', routes: storageRoutes(s3) }],
      start: () => void (endSweeps = sweepEvery(s3, clock)),
      async stop() {
        endSweeps();
        await s3.stop();
      },
    };
  },
});
