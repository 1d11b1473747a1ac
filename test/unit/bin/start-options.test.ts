import { readStartOptions } from '../../../bin/start-options.ts';

it('reads what is asked', () => {
  expect(readStartOptions([])).toEqual({ reset: false, empty: false, watch: true });
  expect(readStartOptions(['--reset', '--empty', '--no-watch'])).toEqual({ reset: true, empty: true, watch: false });
});

it.each([
  [['--rest'], "Unknown option '--rest'"],
  [['reset'], "Unexpected argument 'reset'"],
  [['--empty=yes'], "Option '--empty' does not take an argument"],
])('refuses %j in one line that names what is known', (args, reason) => {
  expect(() => readStartOptions(args)).toThrow(
    new RegExp(`^${reason}[^\\n]*\\. npm start knows --reset, --empty, --no-watch, behind a first --\\.$`),
  );
});
