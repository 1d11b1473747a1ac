import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE, register } from '../../support/example/example-checkout.ts';
import { registrations } from '../../support/example/registrations.ts';
import { listFiles, repositoryRoot } from '../../support/source-tree.ts';

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');
const guide = read('.github/CONTRIBUTING.md');
const sectionOf = (title: string): string =>
  new RegExp(`^### ${title}\\n([\\s\\S]*?)^### `, 'm').exec(guide)?.[1] ?? '';
const recipe = sectionOf('A whole feature');
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

describe('the recipe of a whole feature', () => {
  it('names every new file of the example, and no other', () => {
    const files = listFiles(EXAMPLE).map((path) => path.replace(`${EXAMPLE}/`, ''));
    expect(files.length).toBeGreaterThan(20);
    const named = [...recipe.matchAll(/`((?:lambdas|infra|web|test)\/[^`\s]+)`/g)].map(([, path = '']) => path);
    const isNamed = (file: string) => named.some((path) => file === path || file.startsWith(`${path}/`));
    expect(files.filter((file) => !isNamed(file))).toEqual([]);
    const known = [...files, ...listFiles()];
    const exists = (path: string) => known.some((file) => file === path || file.startsWith(`${path}/`));
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  it('names every file that the example is registered in', () => {
    const files = [...new Set(registrations.map(({ file }) => file))];
    expect(files.filter((file) => !recipe.includes(`\`${file}\``))).toEqual([]);
  });

  it.each(registrations)('can still be registered in $file after $after', (registration) => {
    const text = read(registration.file);
    expect(register(text, registration).split('\n')).toHaveLength(text.split('\n').length + registration.add.length);
  });

  it('gives every stored text a mark of its own', () => {
    const file = 'test/support/stored-markup/carriers.ts';
    const text = registrations.filter((one) => one.file === file).reduce(register, read(file));
    const marks = [...text.matchAll(/'(‹\d+›)'/g)].map(([, mark]) => mark);
    expect(marks.length).toBeGreaterThan(20);
    expect(marks.filter((mark, index) => marks.indexOf(mark) !== index)).toEqual([]);
  });

  it.each(['A whole feature', 'An entity'])('quotes the example in "%s"', (title) => {
    const quotes = [...sectionOf(title).matchAll(/^ *```tsx?\n *\/\/ (\S+)\n([\s\S]*?)^ *```/gm)];
    expect(quotes.length).toBeGreaterThan(1);
    const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    const wrong = quotes.filter(([, path = '', quote = '']) => {
      const source = squeeze(read(`${EXAMPLE}/${path}`));
      return quote.split('…').some((part) => !source.includes(squeeze(part)));
    });
    expect(wrong.map(([, path]) => path)).toEqual([]);
  });
});

it('every npm command has its script', () => {
  const known = /const commands = \{([\s\S]*?)\n\};/.exec(read('bin/run.mjs'))?.[1] ?? '';
  const commands = [...known.matchAll(/^ {2}'?([a-z-]+)'?: \['(bin\/[a-z/-]+\.ts)'\]/gm)];
  expect(commands.map(([, name]) => name).sort()).toEqual(scripts.sort());
  expect(commands.filter(([, , path = '']) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
});
