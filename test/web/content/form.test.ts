import {
  areTagsAccepted,
  differences,
  emptyContent,
  inputOf,
  parseTags,
  patchOf,
  rebase,
  valuesOf,
} from '../../../web/src/features/content/form/form.ts';
import { contentView } from '../support/content-view.ts';

const category = 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1';

it('splits tags at commas, trims them, and drops empty ones', () => {
  expect(parseTags(' jazz, live ,, 2026,')).toEqual(['jazz', 'live', '2026']);
  expect(areTagsAccepted('jazz')).toBe(true);
  expect(areTagsAccepted('x'.repeat(51))).toBe(false);
  expect(areTagsAccepted(Array.from({ length: 31 }, (_, index) => index).join(','))).toBe(false);
});

it('creates the request for a new item; each file of a batch can have its own type', () => {
  const values = {
    ...emptyContent,
    title: 'ignored',
    contentType: 'each' as const,
    category_id: category,
    tags: 'a,b',
    artist: ' Ada ',
  };
  expect(inputOf(values, { title: ' Song ', contentType: 'video', batchUpload: true })).toEqual({
    title: 'Song',
    artist: 'Ada',
    contentType: 'video',
    category_id: category,
    description: '',
    tags: ['a', 'b'],
    status: 'draft',
    batchUpload: true,
  });
  const asked = { ...values, transcribe: true };
  const file = { title: 'Song', contentType: 'music' as const, batchUpload: false };
  expect(inputOf(asked, file)).toMatchObject({ transcribe: true });
  expect(inputOf({ ...asked, contentType: 'video' }, file)).not.toHaveProperty('transcribe');
});

it('sends only the changed fields and the revision', () => {
  const base = contentView({ tags: ['a', 'b'], category_id: category, revision: 4 });
  const values = valuesOf(base);
  expect(patchOf(base, { ...values, tags: ' a , b ' })).toBeUndefined();
  expect(patchOf(base, { ...values, title: ' New ', category_id: '', tags: 'a', is_premium: true })).toEqual({
    revision: 4,
    title: 'New',
    category_id: null,
    tags: ['a'],
    is_premium: true,
  });
});

it('applies my changes to the version that someone else saved', () => {
  const base = valuesOf(contentView());
  const mine = { ...base, title: 'Mine' };
  const theirs = { ...base, title: 'Theirs', artist: 'Grace' };
  expect(rebase(base, mine, theirs)).toEqual({ ...base, title: 'Mine', artist: 'Grace' });
  expect(differences(mine, theirs)).toEqual(['title', 'artist']);
});
