import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const data = join(__dirname, '../../lambdas/data');
const table = readFileSync(join(data, 'access-patterns.md'), 'utf8');
const listed = [...table.matchAll(/^\| ([A-Z]+\d+) \|/gm)].map(([, number]) => number ?? '');

/** Expands `C2, C3` and `J1 to J4` at the beginning of a comment to single numbers. */
const numbersOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:\/\*\*|\*) ([A-Z]+\d+(?:(?:, | and | to )[A-Z]+\d+)*)\. /gm)].flatMap(([, numbers = '']) =>
    numbers.split(/, | and /).flatMap((part) => {
      const [from = '', to = from] = part.split(' to ');
      const [subject = '', first = ''] = from.split(/(?<=[A-Z])(?=\d)/);
      const last = to.slice(subject.length);
      return Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${subject}${Number(first) + index}`,
      );
    }),
  );

it('gives each access pattern a unique number', () => {
  expect(listed.filter((number, index) => listed.indexOf(number) !== index)).toEqual([]);
  expect(listed.length).toBeGreaterThan(100);
});

it('lists the number of every method, and a method for every number', () => {
  const inComments = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => numbersOf(readFileSync(join(data, name), 'utf8')).map((number) => `${name}: ${number}`));
  expect(inComments.filter((one) => !listed.includes(one.split(': ')[1] ?? ''))).toEqual([]);
  expect(listed.filter((number) => !inComments.some((one) => one.endsWith(`: ${number}`)))).toEqual([]);
});
