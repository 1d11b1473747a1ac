import { LOW_SPACE, CHECK_EVERY_MS, watchDiskSpace } from '../../../bin/start/disk-space.ts';
import { createManualClock } from '../../../infra/local/clock.ts';

it('warns once when space runs low, and reports once when it is sufficient again', async () => {
  const clock = createManualClock();
  const reports: string[] = [];
  let free = LOW_SPACE;
  const end = await watchDiskSpace(
    '/data',
    clock,
    (text) => reports.push(text),
    () => Promise.resolve(free),
  );
  expect(reports).toEqual([]);
  free = 5_900_000;
  await clock.advance(2 * CHECK_EVERY_MS);
  expect(reports).toEqual(['Low disk space: 5 MB left for /data. Uploads and changes may fail.']);
  free = LOW_SPACE;
  await clock.advance(2 * CHECK_EVERY_MS);
  expect(reports.slice(1)).toEqual(['Disk space is sufficient again for /data.']);
  end();
  free = 0;
  await clock.advance(2 * CHECK_EVERY_MS);
  expect(reports).toHaveLength(2);
});

it('reports nothing when the free space is unknown', async () => {
  const reports: string[] = [];
  const clock = createManualClock();
  const end = await watchDiskSpace(
    '/nowhere',
    clock,
    (text) => reports.push(text),
    () => Promise.reject(new Error('ENOENT')),
  );
  await clock.advance(CHECK_EVERY_MS);
  expect(reports).toEqual([]);
  end();
});
