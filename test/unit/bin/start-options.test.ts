import { readStartOptions } from '../../../bin/start/start-options.ts';

it('parses the known options', () => {
  expect(readStartOptions([])).toEqual({ reset: false, empty: false, watch: true, sourceMaps: true });
  expect(readStartOptions(['--reset', '--empty', '--no-watch', '--no-source-maps'])).toEqual({
    reset: true,
    empty: true,
    watch: false,
    sourceMaps: false,
  });
  expect(readStartOptions(['--session-limit', '12'])).toMatchObject({ sessionLimit: 12 });
});

it.each(['0', '-1', 'many', '1.5'])('rejects the session limit %s', (text) => {
  expect(() => readStartOptions([`--session-limit=${text}`])).toThrow(/^--session-limit must be a number from 1/);
});

it.each([
  [['--rest'], "Unknown option '--rest'"],
  [['reset'], "Unexpected argument 'reset'"],
  [['--empty=yes'], "Option '--empty' does not take an argument"],
])('rejects %j in one line that names the known options', (args, reason) => {
  expect(() => readStartOptions(args)).toThrow(
    new RegExp(
      `^${reason}[^\\n]*\\. Use npm start -- followed by any of ` +
        '--reset, --empty, --no-watch, --no-source-maps, --session-limit\\.$',
    ),
  );
});
