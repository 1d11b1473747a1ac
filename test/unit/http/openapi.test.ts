import { parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { Validator } from '@seriousme/openapi-schema-validator';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { openApiDocument } from '../../../lambdas/http/openapi.ts';

const document = JSON.parse(JSON.stringify(openApiDocument(endpoints))) as Record<string, unknown>;

/**
 * The constructs of a pattern that ECMAScript, RE2 and Python do not share, or read differently: lookaround and
 * backreferences (RE2), Unicode properties and named groups (Python), `\u` escapes (RE2).
 */
const foreignSyntaxOf = (pattern: string): readonly string[] => {
  const found: string[] = [];
  const report = ({ raw }: { readonly raw: string }): void => void found.push(raw);
  visitRegExpAST(parseRegExpLiteral(new RegExp(pattern, 'u')), {
    onAssertionEnter: (node) => {
      if (node.kind === 'lookahead' || node.kind === 'lookbehind') report(node);
    },
    onBackreferenceEnter: report,
    onCapturingGroupEnter: (node) => {
      if (node.name !== null) report(node);
    },
    onGroupEnter: (node) => {
      if (node.modifiers) report(node);
    },
    onCharacterSetEnter: (node) => {
      if (node.kind === 'property') report(node);
    },
    onCharacterEnter: (node) => {
      if (/^\\(?:u|c|0)/.test(node.raw)) report(node);
    },
  });
  return found;
};

/** Every pattern of a part of the document. */
const patternsOf = (part: unknown): readonly string[] =>
  part !== null && typeof part === 'object'
    ? Object.entries(part).flatMap(([key, value]) =>
        key === 'pattern' && typeof value === 'string' ? [value] : patternsOf(value),
      )
    : [];

describe('the OpenAPI document', () => {
  it('is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(document)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(await validator.validate({ ...document, info: {} })).toMatchObject({ valid: false });
  });

  it('uses only the pattern syntax that ECMAScript, RE2 and Python share', () => {
    const patterns = [...new Set(patternsOf(document))];
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.flatMap(foreignSyntaxOf)).toEqual([]);
  });

  it.each([
    [String.raw`^[^\p{Cc}]*$`, String.raw`\p{Cc}`],
    ['^(?=.*a)b$', '(?=.*a)'],
    [String.raw`^(a)\1$`, String.raw`\1`],
    ['^(?<name>a)$', '(?<name>a)'],
    [String.raw`^[\u2028]$`, String.raw`\u2028`],
  ])('the check finds the foreign syntax in %s', (pattern, found) => {
    expect(foreignSyntaxOf(pattern)).toEqual([found]);
  });

  it('describes the responses of the gateway next to ours', () => {
    const { responses } = (document['paths'] as Record<string, Record<string, { responses: Record<string, unknown> }>>)[
      '/api/me'
    ]?.['get'] as { responses: Record<string, { content: object }> };
    expect(Object.keys(responses['401']?.content ?? {})).toEqual(['application/problem+json', 'application/json']);
    expect(Object.keys(responses['429']?.content ?? {})).toEqual(['application/problem+json', 'application/json']);
  });

  it('gives the server, and times as date-time', () => {
    expect(document['servers']).toEqual([{ url: '/' }]);
    expect(JSON.stringify(document)).toContain('"format":"date-time"');
  });
});
