import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const data = join(__dirname, '../../lambdas/data');
const table = readFileSync(join(data, 'access-patterns.md'), 'utf8');
const listed = [...table.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, number]) => number ?? '');

/** `C2, C3` and `J1 to J4` at the beginning of a comment, as single numbers. */
const numbersOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:\/\*\*|\*) ([A-Z]\d+(?:(?:, | and | to )[A-Z]\d+)*)\. /gm)].flatMap(([, numbers = '']) =>
    numbers.split(/, | and /).flatMap((part) => {
      const [from = '', to = from] = part.split(' to ');
      return Array.from(
        { length: Number(to.slice(1)) - Number(from.slice(1)) + 1 },
        (_, index) => `${from[0]}${Number(from.slice(1)) + index}`,
      );
    }),
  );

it('numbers each question of the table once', () => {
  expect(listed.filter((number, index) => listed.indexOf(number) !== index)).toEqual([]);
  expect(listed.length).toBeGreaterThan(100);
});

it('knows every number that a method carries, and has none without a method', () => {
  const carried = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => numbersOf(readFileSync(join(data, name), 'utf8')).map((number) => `${name}: ${number}`));
  expect(carried.filter((one) => !listed.includes(one.split(': ')[1] ?? ''))).toEqual([]);
  expect(listed.filter((number) => !carried.some((one) => one.endsWith(`: ${number}`)))).toEqual([]);
});
