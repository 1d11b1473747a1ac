import fc from '../../support/setup/fast-check.ts';
import { cleanSearch, MAX_SEARCH_LENGTH } from '../../../lambdas/contract/listening/search-text.ts';
import { riskOf, validateInput } from '../../../lambdas/domain/security/validate-input.ts';

describe('the input validator', () => {
  it.each([
    ['search_query', '  <b>Rock & "Roll"</b> ', { valid: true, errors: [], sanitizedData: 'bRock  Roll/b' }],
    [
      'search_query',
      '<>{}',
      { valid: false, errors: ['The search query has no searchable characters.'], sanitizedData: null },
    ],
    ['search_query', { q: 'x' }, { valid: false, errors: ['A search query must be text.'], sanitizedData: null }],
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
  ] as const)('checks and sanitizes %s: %j', (type, data, expected) => {
    expect(validateInput(type, data)).toEqual(expected);
  });

  it.each([
    ['user_profile', { full_name: 'A', role: 'admin' }, /role/],
    ['user_profile', { email: 'no-address' }, /email/],
    ['content_metadata', { title: '' }, /title/],
    ['content_metadata', 'a text', /./],
    ['behavioral_pattern', { pattern_type: 'skips', risk_score: 101 }, /risk_score/],
  ] as const)('names the invalid field in %s: %j', (type, data, message) => {
    const { valid, errors, sanitizedData } = validateInput(type, data);
    expect([valid, sanitizedData]).toEqual([false, null]);
    expect(errors.join(' ')).toMatch(message);
  });

  it('cuts any search to 100 characters, strips the nine special characters, and is idempotent', () => {
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
  ])('rates %d errors as a risk of %d', (errors, risk) => {
    expect(riskOf(errors)).toBe(risk);
  });
});

it('limits the number and the length of errors for hostile input', () => {
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
