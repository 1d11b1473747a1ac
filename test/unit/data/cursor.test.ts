import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Cursor } from '../../../lambdas/contract/shared.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';

const keyed = (secret = randomBytes(32).toString('base64')) => createCursors(async () => secret);
const place = { list: 'feed', partition: 'PUBLISHED' };
const lastKey = {
  pk: 'CONTENT#cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  sk: 'META',
  gsi2pk: 'PUBLISHED',
  gsi2sk: '2026-01-01T00:00:00.000Z#cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
};
const refusal = { code: 'invalid_cursor' };

it('comes back as the position, in the form that the contract allows', async () => {
  const cursors = keyed();
  const cursor = (await cursors.encode(place, lastKey)) ?? '';
  expect(Cursor.safeParse(cursor).success).toBe(true);
  expect(await cursors.decode(place, cursor)).toEqual(lastKey);
  expect(await cursors.encode(place, undefined)).toBeNull();
  expect(await cursors.decode(place, undefined)).toBeUndefined();
});

it('is refused by another list, another partition, another stage, and joins of the two names', async () => {
  const cursors = keyed();
  const cursor = (await cursors.encode({ list: 'a', partition: 'b c' }, lastKey)) ?? '';
  for (const other of [
    { list: 'a b', partition: 'c' },
    { list: 'a', partition: 'b' },
    { list: 'A', partition: 'b c' },
  ]) {
    await expect(cursors.decode(other, cursor)).rejects.toMatchObject(refusal);
  }
  await expect(keyed().decode({ list: 'a', partition: 'b c' }, cursor)).rejects.toMatchObject(refusal);
});

it('is refused after any flipped bit, cut or addition, and so is any other text', async () => {
  const cursors = keyed();
  const cursor = (await cursors.encode(place, lastKey)) ?? '';
  const bytes = Buffer.from(cursor, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await expect(cursors.decode(place, flipped.toString('base64url'))).rejects.toMatchObject(refusal);
  }
  for (const text of [cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, cursor.slice(0, 20), 'e30', 'AAAA']) {
    await expect(cursors.decode(place, text)).rejects.toMatchObject(refusal);
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200 }), async (text) => {
      await expect(cursors.decode(place, text)).rejects.toMatchObject(refusal);
    }),
  );
});

it('needs a whole key', async () => {
  await expect(keyed('c2hvcnQ=').encode(place, lastKey)).rejects.toThrow('too short');
});
