import { conversionAnnouncement } from '../../../web/src/features/conversion/use-conversion-announcement.ts';
import { isStuck, minutesLeft } from '../../../web/src/features/conversion/rules.ts';
import { contentView } from '../support/content-view.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const ms = (seconds: number) => Date.parse(at(seconds));

it('offers a restart after the deadline, or if a conversion is pending for 30 s', () => {
  const pending = contentView({ conversion_status: 'pending', conversion_started_at: at(0), created_at: at(-100) });
  expect(isStuck(pending, ms(30))).toBe(false);
  expect(isStuck(pending, ms(31))).toBe(true);
  expect(isStuck({ ...pending, conversion_started_at: null, created_at: at(20) }, ms(31))).toBe(false);
  const processing = contentView({
    conversion_status: 'processing',
    conversion_started_at: at(0),
    conversion_deadline_at: at(600),
  });
  expect(isStuck(processing, ms(599))).toBe(false);
  expect(isStuck(processing, ms(601))).toBe(true);
  expect(isStuck({ ...processing, conversion_status: 'completed' }, ms(601))).toBe(false);
});

it('estimates the minutes left from the progress and the elapsed time', () => {
  const content = contentView({
    conversion_status: 'processing',
    conversion_started_at: at(0),
    conversion_progress: 25,
  });
  expect(minutesLeft(content, ms(60))).toBe(3);
  expect(minutesLeft({ ...content, conversion_progress: 99 }, ms(60))).toBe(1);
  expect(minutesLeft({ ...content, conversion_progress: 0 }, ms(60))).toBeNull();
  expect(minutesLeft(content, ms(-5))).toBeNull();
});

it('announces the conversion that ended', () => {
  const before = [contentView({ title: 'Viper', conversion_status: 'processing' })];
  expect(conversionAnnouncement(before, before)).toBeUndefined();
  expect(conversionAnnouncement(before, [contentView({ title: 'Viper', conversion_status: 'completed' })])).toBe(
    'Viper: conversion completed',
  );
  expect(conversionAnnouncement(before, [contentView({ title: 'Viper', conversion_status: 'failed' })])).toBe(
    'Viper: conversion failed',
  );
  expect(conversionAnnouncement([], [contentView({ conversion_status: 'completed' })])).toBeUndefined();
});
