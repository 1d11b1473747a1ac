import { LITTLE_ROOM, LOOK_EVERY_MS, watchRoom } from '../../../bin/disk-space.ts';
import { createManualClock } from '../../../infra/local/clock.ts';

it('says once that room is short, and once that there is enough again', async () => {
  const clock = createManualClock();
  const said: string[] = [];
  let free = LITTLE_ROOM;
  const end = await watchRoom(
    '/data',
    clock,
    (text) => said.push(text),
    () => Promise.resolve(free),
  );
  expect(said).toEqual([]);
  free = 5_900_000;
  await clock.advance(2 * LOOK_EVERY_MS);
  expect(said).toEqual(['Only 5 MB are free where /data lies: uploads and changes may fail until there is more.']);
  free = LITTLE_ROOM;
  await clock.advance(2 * LOOK_EVERY_MS);
  expect(said.slice(1)).toEqual(['There is room again where /data lies.']);
  end();
  free = 0;
  await clock.advance(2 * LOOK_EVERY_MS);
  expect(said).toHaveLength(2);
});

it('tells nothing where the system does not say', async () => {
  const said: string[] = [];
  const clock = createManualClock();
  const end = await watchRoom(
    '/nowhere',
    clock,
    (text) => said.push(text),
    () => Promise.reject(new Error('ENOENT')),
  );
  await clock.advance(LOOK_EVERY_MS);
  expect(said).toEqual([]);
  end();
});
