import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../support/source-tree.ts';
import { findUnusedParts } from '../support/unused-parts.ts';

describe('the web application', () => {
  it('shows every text of its catalogs and uses all of its code', () => {
    expect(findUnusedParts(join(repositoryRoot, 'web', 'src'), 'main.tsx')).toEqual({ texts: [], code: [], files: [] });
  });
});

/** A small application. The comments say why a text is used; all other texts are not. */
const FILES: Readonly<Record<string, string>> = {
  'main.tsx': `
    import { Screen } from './screen.tsx';
    console.log(Screen({ state: 'on', kind: 'music' }));
  `,
  'texts.ts': `
    const shared = { cancel: 'Cancel', stop: 'Stop' } as const;
    export const texts = {
      title: 'Title',                                        // read
      lead: 'Lead',
      group: {
        title: 'Another title',
        hint: 'Hint',                                        // read through an alias
        name: (name: string) => name,                        // called
      },
      states: { on: 'On', off: 'Off' },                      // read by a key of this type
      kinds: { music: { one: 'Song', other: 'Songs' }, video: { one: 'Film', other: 'Films' } },  // "one" by any kind
      toast: { title: 'Saved', text: 'Your changes' },       // passed on
      failed: { title: 'Failed', text: 'Try again' },        // "text" taken out
      cancel: shared.cancel,                                 // read
      dead: 'Dead',
    } as const;
    export const roles: Readonly<Record<string, string>> = { user: 'User', admin: 'Admin' };  // read by any key
  `,
  'screen.tsx': `
    import { roles, texts } from './texts.ts';
    const group = texts.group;
    const show = (toast: { readonly title: string }) => toast.title;
    const lazyPart = <T,>(load: () => Promise<T>, name: keyof T) => load().then((all) => all[name]);
    const Part = lazyPart(() => import('./part.tsx'), 'Part');
    export const Screen = ({ state, kind }: { state: 'on' | 'off'; kind: keyof typeof texts.kinds }) => {
      const { text } = texts.failed;
      return [texts.title, group.hint, group.name(''), texts.states[state], texts.kinds[kind].one, show(texts.toast)]
        .concat(text, texts.cancel, roles[state] ?? '', String(Part));
    };
    export const Unused = () => texts.dead;
  `,
  'part.tsx': `
    export const Part = () => 'part';
    export const OtherPart = () => 'other';
  `,
  'forgotten.ts': 'export const forgotten = 1;',
};

it('counts neither the name of a key nor a use in dead code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-unused-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const unused = findUnusedParts(folder, 'main.tsx');
  rmSync(folder, { recursive: true });
  expect(unused).toEqual({
    texts: [
      'texts.ts shared.stop',
      'texts.ts texts.lead',
      'texts.ts texts.group.title',
      'texts.ts texts.kinds.music.other',
      'texts.ts texts.kinds.video.other',
      'texts.ts texts.failed.title',
      'texts.ts texts.dead',
    ],
    code: ['part.tsx OtherPart', 'screen.tsx Unused'],
    files: ['forgotten.ts'],
  });
});
