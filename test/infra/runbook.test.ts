import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assemblyOf, resourcesOf } from '../support/stack/assembly.ts';
import { repositoryRoot } from '../support/source-tree.ts';

const path = 'infra/runbook.md';
const text = readFileSync(join(repositoryRoot, path), 'utf8');

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const withoutCode = (markdown: string): string => markdown.replaceAll(/^ *```[^]*?^ *```/gm, '');

const headingsOf = (markdown: string) =>
  [...withoutCode(markdown).matchAll(/^(#+) (.+)$/gm)].map(([, level = '', title = '']) => ({
    level: level.length,
    anchor: anchorOf(title),
  }));
const headings = headingsOf(text);
const anchors = headings.map(({ anchor }) => anchor);
const chapter = (title: string): readonly string[] => {
  const start = headings.findIndex(({ level, anchor }) => level === 1 && anchor === title);
  const end = headings.findIndex(({ level }, index) => index > start && level === 1);
  return headings.slice(start + 1, end === -1 ? undefined : end).map(({ anchor }) => anchor);
};

describe('the runbook', () => {
  it('has a section for every alarm, which links to it, and no section without an alarm', async () => {
    const assembly = await assemblyOf('prod');
    const links = resourcesOf(assembly, 'AWS::CloudWatch::Alarm').map(({ id, properties }) => {
      const description = String(properties['AlarmDescription']);
      expect(description.length).toBeLessThanOrEqual(1024);
      return { id, anchor: / What to do: infra\/runbook\.md#([a-z-]+)$/.exec(description)?.[1] };
    });
    expect(links.filter(({ anchor }) => anchor === undefined || !chapter('alarms').includes(anchor))).toEqual([]);
    expect(chapter('alarms').filter((section) => !links.some(({ anchor }) => anchor === section))).toEqual([]);
    console.info(`${links.length} alarms, ${chapter('alarms').length} sections`);
  });

  it('names only functions, outputs and queues that exist', async () => {
    const assembly = await assemblyOf('prod');
    const functions = resourcesOf(assembly, 'AWS::Lambda::Function').map(({ properties }) =>
      String(properties['Description']).replace('soundstage ', ''),
    );
    const outputs = Object.keys((assembly.templates['Data'] as { Outputs?: object }).Outputs ?? {});
    const queues = resourcesOf(assembly, 'AWS::SQS::Queue').map(({ id }) => id.toLowerCase());
    const names = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
    const named = names(/\b(?:log|name) ([a-z]+(?:-[a-z]+)*)[)`"]/g);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !functions.includes(name))).toEqual([]);
    expect(names(/\boutput ([A-Z]\w+)/g).filter((name) => !outputs.includes(name))).toEqual([]);
    const filters = names(/--queue ([a-z]+)/g);
    expect(filters.filter((part) => !queues.some((id) => id.includes(`${part}queuedeadletters`)))).toEqual([]);
  });

  it('explains what each alarm means, what users notice, what to check and what to do', () => {
    const prose = withoutCode(text);
    const sections = prose.slice(prose.indexOf('# Alarms'), prose.indexOf('# Procedures')).split(/^## /m).slice(1);
    for (const section of sections)
      for (const part of ['**Meaning:**', '**Users notice:**', '**Check:**', '**Do:**'])
        expect(section).toContain(part);
  });

  it('has no two sections with the same name', () => {
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  });

  it.each([
    path,
    'README.md',
    '.github/CONTRIBUTING.md',
    '.github/KNOWN_LIMITS.md',
    '.github/SECURITY.md',
    '.github/pull_request_template.md',
  ])('%s: every link has a target and every npm command exists', (file) => {
    const content = readFileSync(join(repositoryRoot, file), 'utf8');
    const links = [...content.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)]*))?\)/g)].map(([, target = '', anchor]) => ({
      target,
      anchor,
    }));
    for (const { target, anchor } of links) {
      const found = target === '' ? file : join(dirname(file), target);
      expect([found, existsSync(join(repositoryRoot, found))]).toEqual([found, true]);
      if (anchor)
        expect(headingsOf(readFileSync(join(repositoryRoot, found), 'utf8')).map((one) => one.anchor)).toContain(
          anchor,
        );
    }
    const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const commands = [...content.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });
});
