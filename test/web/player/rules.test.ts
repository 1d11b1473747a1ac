import {
  artistOf,
  extendsList,
  isSeekable,
  mediaErrorText,
  spokenTime,
} from '../../../web/src/features/player/core/rules.ts';
import { contentCard } from '../support/content-card.ts';

const list = [contentCard(1), contentCard(2), contentCard(3)];

describe('player rules', () => {
  it('show the artist, otherwise the creator, otherwise "Unknown Artist"', () => {
    expect(artistOf(contentCard(1, { artist: 'Ada' }))).toBe('Ada');
    expect(artistOf(contentCard(1, { artist: '' }))).toBe('Studio North');
    expect(artistOf(contentCard(1, { artist: '', creators: { name: '' } }))).toBe('Unknown Artist');
  });

  it('extend a list only with a longer one that starts with the same items', () => {
    expect(extendsList(list, [...list, contentCard(4)])).toBe(true);
    expect(extendsList(list, list)).toBe(false);
    expect(extendsList(list, [contentCard(4), ...list])).toBe(false);
    expect(extendsList([contentCard(1)], [contentCard(1), contentCard(4)])).toBe(false);
  });

  it.each([
    [0, true],
    [100, true],
    [-0.1, false],
    [100.1, false],
    [51, false],
    [51.1, true],
  ])('allow seeking to %d of 100 s from 50 s: %s', (seconds, allowed) => {
    expect(isSeekable(seconds, { time: 50, duration: 100 })).toBe(allowed);
  });

  it.each([
    [1, 'Video loading aborted'],
    [2, 'Network error - check internet connection and CORS configuration'],
    [3, 'Video decode error - file may be corrupted'],
    [4, 'Video format not supported or CORS blocked'],
    [5, 'Unknown error (code: 5)'],
  ])('describe media error %i: %s', (code, text) => {
    expect(mediaErrorText(code)).toBe(text);
  });

  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [65, '1 minute 5 seconds'],
    [120, '2 minutes'],
    [3661, '1 hour 1 minute 1 second'],
  ])('spell out %d s as %s', (seconds, text) => {
    expect(spokenTime(seconds)).toBe(text);
  });
});
