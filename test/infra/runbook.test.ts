import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assemblyOf, resourcesOf } from '../support/stack/assembly.ts';
import { repositoryRoot } from '../support/source-tree.ts';

jest.setTimeout(120_000);

const path = 'infra/runbook.md';
const text = readFileSync(join(repositoryRoot, path), 'utf8');
const prose = text.replaceAll(/^```[^]*?^```/gm, '');

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const headings = [...prose.matchAll(/^(#+) (.+)$/gm)].map(([, level = '', title = '']) => ({
  level: level.length,
  anchor: anchorOf(title),
}));
const anchors = headings.map(({ anchor }) => anchor);
const chapter = (title: string): readonly string[] => {
  const start = headings.findIndex(({ level, anchor }) => level === 1 && anchor === title);
  const end = headings.findIndex(({ level }, index) => index > start && level === 1);
  return headings.slice(start + 1, end === -1 ? undefined : end).map(({ anchor }) => anchor);
};

describe('the runbook', () => {
  it('has a section for every alarm, which links to it, and no section without an alarm', async () => {
    const assembly = await assemblyOf('prod', join(repositoryRoot, '.build', 'test-assembly', 'runbook'));
    const links = resourcesOf(assembly, 'AWS::CloudWatch::Alarm').map(({ id, properties }) => {
      const description = String(properties['AlarmDescription']);
      expect(description.length).toBeLessThanOrEqual(1024);
      return { id, anchor: / What to do: infra\/runbook\.md#([a-z-]+)$/.exec(description)?.[1] };
    });
    expect(links.filter(({ anchor }) => anchor === undefined || !chapter('alarms').includes(anchor))).toEqual([]);
    expect(chapter('alarms').filter((section) => !links.some(({ anchor }) => anchor === section))).toEqual([]);
    console.info(`${links.length} alarms, ${chapter('alarms').length} sections`);
  });

  it('explains for each alarm what it means for users, where to look and what to do', () => {
    const sections = prose.slice(prose.indexOf('# Alarms'), prose.indexOf('# Procedures')).split(/^## /m).slice(1);
    for (const section of sections)
      for (const part of ['**People:**', '**Look', 'Do:**']) expect(section).toContain(part);
  });

  it('has no two sections with the same name', () => {
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  });

  it.each([path, 'README.md', '.github/CONTRIBUTING.md'])(
    '%s: every link has a target and every npm command exists',
    (file) => {
      const content = readFileSync(join(repositoryRoot, file), 'utf8');
      const links = [...content.matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)]*))?\)/g)].map(
        ([, target = '', anchor]) => ({ target, anchor }),
      );
      for (const { target, anchor } of links) {
        const found = target === '' ? file : join(dirname(file), target);
        expect([found, existsSync(join(repositoryRoot, found))]).toEqual([found, true]);
        if (anchor && found === path) expect(anchors).toContain(anchor);
      }
      const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
        scripts: Record<string, string>;
      };
      const commands = [...content.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
      expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    },
  );
});
