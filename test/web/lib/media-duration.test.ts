/** @jest-environment jest-fixed-jsdom */
import { readDuration, type DurationReader } from '../../../web/src/lib/media-duration.ts';

const original = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };
const revoked: string[] = [];
beforeEach(() => {
  revoked.length = 0;
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = (url) => void revoked.push(url);
});
afterEach(() => {
  URL.createObjectURL = original.create;
  URL.revokeObjectURL = original.revoke;
});

/** An element whose file ends in this way as soon as it is set. */
const elementOf = (duration: number, end: 'onloadedmetadata' | 'onerror' | undefined) => {
  const element = { preload: '', duration, onloadedmetadata: null, onerror: null } as unknown as DurationReader;
  Object.defineProperty(element, 'src', {
    set: () => void (end && (element[end] as (() => void) | null)?.()),
  });
  return element;
};

it.each([
  ['the length of a file', 61.5, 'onloadedmetadata', 61.5],
  ['nothing of a stream without an end', Infinity, 'onloadedmetadata', null],
  ['nothing of a file that the browser cannot read', NaN, 'onerror', null],
] as const)('reads %s', async (_, duration, end, expected) => {
  expect(await readDuration(new Blob(), new AbortController().signal, elementOf(duration, end))).toBe(expected);
  expect(revoked).toEqual(['blob:1']);
});

it('gives up when it is no longer needed', async () => {
  const controller = new AbortController();
  const reading = readDuration(new Blob(), controller.signal, elementOf(NaN, undefined));
  controller.abort();
  expect(await reading).toBeNull();
  expect(revoked).toEqual(['blob:1']);
});
