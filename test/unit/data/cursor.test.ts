import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from '../../support/setup/fast-check.ts';
import { Cursor } from '../../../lambdas/contract/shared.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';

const keyed = (secret = randomBytes(32).toString('base64')) => createCursors(async () => secret);
const position = { list: 'feed', partition: 'PUBLISHED' };
const lastKey = {
  pk: 'CONTENT#cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  sk: 'META',
  gsi2pk: 'PUBLISHED',
  gsi2sk: '2026-01-01T00:00:00.000Z#cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
};
const error = { code: 'invalid_cursor' };

it('decodes to the key that was encoded, in the format of the contract', async () => {
  const cursors = keyed();
  const cursor = (await cursors.encode(position, lastKey)) ?? '';
  expect(Cursor.safeParse(cursor).success).toBe(true);
  expect(await cursors.decode(position, cursor)).toEqual(lastKey);
  expect(await cursors.encode(position, undefined)).toBeNull();
  expect(await cursors.decode(position, undefined)).toBeUndefined();
});

it('is rejected by another list, partition or stage, also when the joined names are equal', async () => {
  const cursors = keyed();
  const cursor = (await cursors.encode({ list: 'a', partition: 'b c' }, lastKey)) ?? '';
  for (const other of [
    { list: 'a b', partition: 'c' },
    { list: 'a', partition: 'b' },
    { list: 'A', partition: 'b c' },
  ]) {
    await expect(cursors.decode(other, cursor)).rejects.toMatchObject(error);
  }
  await expect(keyed().decode({ list: 'a', partition: 'b c' }, cursor)).rejects.toMatchObject(error);
});

it('is rejected after any change, and so is any other text', async () => {
  const cursors = keyed();
  const cursor = (await cursors.encode(position, lastKey)) ?? '';
  const bytes = Buffer.from(cursor, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await expect(cursors.decode(position, flipped.toString('base64url'))).rejects.toMatchObject(error);
  }
  for (const text of [cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, cursor.slice(0, 20), 'e30', 'AAAA']) {
    await expect(cursors.decode(position, text)).rejects.toMatchObject(error);
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200 }), async (text) => {
      await expect(cursors.decode(position, text)).rejects.toMatchObject(error);
    }),
  );
});

it('is the same for the same position, and contains nothing that can be read', async () => {
  const cursors = keyed();
  const user = randomUUID();
  const hash = createHash('sha256').update(user).digest();
  const senders = { pk: 'REPORTS#pls_1', sk: `REPORT#${hash.toString('hex')}`, user };
  const cursor = (await cursors.encode(position, senders)) ?? '';
  expect(await cursors.encode(position, senders)).toBe(cursor);
  const bytes = Buffer.from(cursor, 'base64url');
  for (const secret of ['REPORT', user, hash.toString('hex'), hash]) expect(bytes.includes(secret)).toBe(false);
  const other = (await cursors.encode({ ...position, partition: 'DRAFT' }, senders)) ?? '';
  expect(Buffer.from(other, 'base64url').subarray(12)).not.toEqual(bytes.subarray(12));
});

it('rejects a short secret', async () => {
  await expect(keyed('c2hvcnQ=').encode(position, lastKey)).rejects.toThrow('too short');
});
