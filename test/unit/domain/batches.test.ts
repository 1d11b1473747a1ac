import { batchesOf } from '../../../lambdas/domain/batches.ts';

it('splits a list into full batches and a smaller last one', () => {
  expect(batchesOf([], 2)).toEqual([]);
  expect(batchesOf([1, 2], 2)).toEqual([[1, 2]]);
  expect(batchesOf([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
});
