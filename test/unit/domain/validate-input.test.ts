import * as fc from 'fast-check';
import { cleanSearch, MAX_SEARCH_LENGTH } from '../../../lambdas/contract/listening/search-text.ts';
import { riskOf, validateInput } from '../../../lambdas/domain/security/validate-input.ts';

describe('the validator of inputs', () => {
  it.each([
    ['search_query', '  <b>Rock & "Roll"</b> ', { valid: true, errors: [], sanitizedData: 'bRock  Roll/b' }],
    ['search_query', '<>{}', { valid: false, errors: ['Nothing to search for is left.'], sanitizedData: null }],
    ['search_query', { q: 'x' }, { valid: false, errors: ['A search is a text.'], sanitizedData: null }],
    [
      'user_profile',
      { full_name: ' Ann ', email: 'ann@example.org' },
      { valid: true, errors: [], sanitizedData: { full_name: 'Ann', email: 'ann@example.org' } },
    ],
    [
      'content_metadata',
      { title: ' A ', tags: ['jazz '] },
      { valid: true, errors: [], sanitizedData: { title: 'A', tags: ['jazz'] } },
    ],
    [
      'behavioral_pattern',
      { pattern_type: 'skips', pattern_data: { rate: 0.5 } },
      { valid: true, errors: [], sanitizedData: { pattern_type: 'skips', pattern_data: { rate: 0.5 } } },
    ],
  ] as const)('%s: %j', (type, data, expected) => {
    expect(validateInput(type, data)).toEqual(expected);
  });

  it.each([
    ['user_profile', { full_name: 'A', role: 'admin' }, /role/],
    ['user_profile', { email: 'nobody' }, /email/],
    ['content_metadata', { title: '' }, /title/],
    ['content_metadata', 'a text', /./],
    ['behavioral_pattern', { pattern_type: 'skips', risk_score: 101 }, /risk_score/],
  ] as const)('%s refuses %j by name', (type, data, says) => {
    const { valid, errors, sanitizedData } = validateInput(type, data);
    expect([valid, sanitizedData]).toEqual([false, null]);
    expect(errors.join(' ')).toMatch(says);
  });

  it('cleans any search to at most 100 characters without the nine that the specification strips, and again to the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const cleaned = cleanSearch(text);
        expect(cleaned.length).toBeLessThanOrEqual(MAX_SEARCH_LENGTH);
        expect(cleaned).not.toMatch(/[<>'"&{}[\]]/);
        expect(cleanSearch(cleaned)).toBe(cleaned);
      }),
    );
  });

  it.each([
    [0, 0],
    [1, 10],
    [5, 50],
    [9, 50],
  ])('%d errors are a risk of %d', (errors, risk) => {
    expect(riskOf(errors)).toBe(risk);
  });
});

it('tells no more than somebody can read of an input that is wrong in very many places', () => {
  const { valid, errors } = validateInput('behavioral_pattern', {
    pattern_type: 'skips',
    pattern_data: Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, {}])),
  });
  expect([valid, errors.length]).toEqual([false, 50]);
  const named = validateInput(
    'user_profile',
    Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, 1])),
  );
  expect(named.errors.map(({ length }) => length)).toEqual([200]);
});
