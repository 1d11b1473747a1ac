import { ORGANIZATION_CREATOR_ID } from '../../../lambdas/contract/content/organization.ts';
import { creatorOf, readAddress, withFilter } from '../../../web/src/features/catalog/rules.ts';
import { contentCard } from '../support/content-card.ts';

describe('the URL of the catalog', () => {
  it.each([
    ['', { category: null, type: null, q: null }],
    ['category=jazz&type=music', { category: 'jazz', type: 'music', q: null }],
    ['type=video', { category: null, type: 'video', q: null }],
    ['type=film&category=', { category: null, type: null, q: null }],
  ])('reads %s', (search, address) => {
    expect(readAddress(new URLSearchParams(search))).toEqual(address);
  });

  it('changes one filter and keeps everything else', () => {
    const params = new URLSearchParams('mode=admin-test&type=music');
    expect(withFilter(params, 'category', 'jazz').toString()).toBe('mode=admin-test&type=music&category=jazz');
    expect(withFilter(params, 'type', null).toString()).toBe('mode=admin-test');
  });
});

describe('the name on a card', () => {
  it.each([
    ['Studio North', 'Mara', 'Studio North'],
    ['', 'Mara', 'Mara'],
    ['', '', 'Unknown Artist'],
  ])('for creator "%s" and artist "%s" is %s', (name, artist, expected) => {
    expect(creatorOf(contentCard(1, { artist, creators: { name } }))).toBe(expected);
  });

  it.each([
    ['Glass Lotus', 'Glass Lotus'],
    ['', 'Soundstage'],
  ])("for the organization's own title by the artist “%s” is %s", (artist, expected) => {
    const card = {
      ...contentCard(1, { artist, creators: { name: 'Soundstage' } }),
      creator_id: ORGANIZATION_CREATOR_ID,
    };
    expect(creatorOf(card)).toBe(expected);
  });
});
