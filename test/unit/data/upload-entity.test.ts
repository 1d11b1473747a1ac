import { retentionMs } from '../../../lambdas/contract/retention.ts';
import { uploadChange } from '../../../lambdas/data/conversion/upload-entity.ts';
import type { Upload } from '../../../lambdas/domain/uploads/upload.ts';
import { someContent } from '../../support/content.ts';
import { claimedUpload } from '../../support/rows/conversion-records.ts';

const ABORTED_AT = '2026-03-05T00:00:00.000Z';
const claimed = claimedUpload(someContent({ created_at: '2026-03-01T00:00:00.000Z' }));

/** The expiry in the write that aborts an upload, and in the one that records that its files are removed. */
const expiryAfter = (fields: Partial<Upload>): readonly unknown[] => {
  const before: Upload = { ...claimed, ...fields };
  const aborted: Upload = { ...before, state: 'aborted', deadline: ABORTED_AT };
  return [uploadChange(before, aborted), uploadChange(aborted, { ...aborted, cleaned: true })].map(
    ({ set }) => set?.['expires_at'],
  );
};
const expiry = (Date.parse(ABORTED_AT) + retentionMs('aborted_uploads')) / 1000;

it('lets an aborted upload expire two days after it was aborted', () => {
  expect(expiryAfter({ state: 'completed' })[0]).toBe(expiry);
  expect(expiryAfter({ state: 'replaced', replacement: true })[0]).toBe(expiry);
});

it('keeps the upload of a content item whose file was rejected, until a later file has replaced it', () => {
  expect(expiryAfter({ state: 'claimed' })).toEqual([undefined, undefined]);
  expect(expiryAfter({ state: 'aborted', replacement: true })[1]).toBe(expiry);
});
