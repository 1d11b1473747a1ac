import { createDeliveryRepository, type DeliveryTable } from '../../../../lambdas/data/delivery/delivery-repository.ts';
import { bucketOf } from '../../../../lambdas/domain/delivery/histogram.ts';
import { NO_DELIVERY, type DeliverySums } from '../../../../lambdas/domain/delivery/sums.ts';
import { createMemoryTable } from '../../../support/delivery/memory-table.ts';

/** Bytes of an expression that DynamoDB accepts (developer guide, "Expression parameters"). */
const MAX_EXPRESSION = 4096;
const HOUR = '2026-11-28T13:00:00.000Z';
const ID = `cnt_${'0'.repeat(26)}`;

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Every code of a country that a line can have, and with how many bytes. */
const countries = Object.fromEntries(
  letters.flatMap((one) => letters.map((other) => `${one}${other}`)).map((code, index) => [code, 1000 + index]),
);
/** Those of durations from a millisecond to several minutes. */
const buckets = new Set(Array.from({ length: 700 }, (_, index) => bucketOf(1.02 ** index)));
const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

it('adds the sums of an hour with every time and country in expressions that DynamoDB accepts', async () => {
  const memory = createMemoryTable();
  const expressions: string[] = [];
  const table: DeliveryTable = {
    ...memory,
    transact: (writes) => {
      expressions.push(...writes.flatMap(({ Update }) => Update?.UpdateExpression ?? []));
      return memory.transact(writes);
    },
  };
  const numbers = Object.keys(NO_DELIVERY).map((name) => [name, 1]);
  const sums = {
    ...Object.fromEntries(numbers),
    first_byte: Object.fromEntries([...buckets].map((bucket) => [bucket, 1])),
    bytes_by_country: countries,
  } as DeliverySums;
  const delivery = createDeliveryRepository(table);
  const file = { file: 'a', distribution: 'E1', hour: HOUR, lines: 1, dropped: 0, counted_at: HOUR };
  const targets = [{ hour: HOUR }, { contentId: ID, day: '2026-11-28' }];
  await delivery.add(
    file,
    0,
    1,
    targets.map((target) => ({ target, sums })),
  );
  expect(buckets.size).toBeGreaterThan(90);
  expect(expressions).toHaveLength(2);
  for (const expression of expressions) expect(expression.length).toBeLessThanOrEqual(MAX_EXPRESSION);
  for (const [stored] of [
    await delivery.hours('2026-11-28', '2026-11-29'),
    await delivery.days({ contentId: ID }, '2026-11-28', '2026-11-28'),
  ]) {
    expect(stored).toMatchObject({ requests: 1, audio_segments: 1, first_byte: sums.first_byte });
    const found = stored?.bytes_by_country ?? {};
    expect(sumOf(found)).toBe(sumOf(countries));
    // The largest are exact, and the others are together.
    expect(Object.keys(found)).toHaveLength(200);
    expect(found['ZY']).toBe(countries['ZY']);
    expect(found['AA']).toBeUndefined();
  }
});
