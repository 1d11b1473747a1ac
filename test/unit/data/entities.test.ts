import { entities, isExported } from '../../../lambdas/data/entities.ts';
import type { StoredKind } from '../../../lambdas/data/table/entity.ts';
import { listDefinitions } from '../../../lambdas/domain/privacy/definitions.ts';
import { readSources } from '../../support/source-tree.ts';

const kinds: readonly StoredKind[] = Object.values(entities);
const sources = readSources('lambdas', 'infra', 'web', 'bin');
const repositories = sources.filter(({ path }) => /^lambdas\/data\//.test(path) && !/\/table\//.test(path));

describe('the registry of stored items', () => {
  it('lists every entity that is defined', () => {
    const defined = repositories.flatMap(({ text }) => [...text.matchAll(/= defineEntity\b/g)]);
    expect(kinds.length).toBe(defined.length);
    expect(new Set(kinds.map(({ type }) => type)).size).toBe(kinds.length);
  });

  it('contains every type that is written without an entity', () => {
    const written = repositories.flatMap(({ text }) =>
      [...text.matchAll(/\btype: '([A-Z_]+)'/g)].map(([, type = '']) => type),
    );
    expect(written.filter((type) => !kinds.some((kind) => kind.type === type))).toEqual([]);
  });

  it('gives every item of a user an erase rule and an export, or a reason not to', () => {
    const personal = kinds.filter(({ owner }) => owner.kind === 'person');
    expect(personal.length).toBeGreaterThan(10);
    for (const { type, onErase, notExported } of personal) {
      const kept = typeof onErase === 'object' ? onErase.keep : undefined;
      expect({ type, kept: kept ?? 'reason' }).toEqual({ type, kept: expect.stringMatching(/^(reason$|.{20})/) });
      expect({ type, none: notExported ?? 'reason' }).toEqual({
        type,
        none: expect.stringMatching(/^(reason$|.{20})/),
      });
    }
  });

  it('has a definition of every kind of item that exports contain, and of no other', () => {
    const exported = kinds.filter(isExported).map(({ type }) => type);
    expect(Object.keys(listDefinitions).sort()).toEqual(exported.sort());
    const names = Object.values(listDefinitions).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('makes items expire or be swept by an existing worker, unless they are kept as long as their owner', () => {
    const swept = kinds.flatMap(({ type, sweptBy }) => (sweptBy ? [`${type}: ${sweptBy}`] : []));
    expect(swept).toEqual(['LEFTOVERS: sweeper', 'UPLOAD: sweeper']);
    expect(sources.some(({ path }) => path === 'lambdas/workers/sweeper/index.ts')).toBe(true);
  });

  it('puts items that few functions may write into their own partitions', () => {
    const precious = [
      'RIGHTS',
      'PLAN',
      'SESSIONS',
      'PROFILE',
      'ADMINS',
      'AUDIT',
      'AUDIT_SEAL',
      'AUDIT_MONTH',
      'CONSENT',
      'CONSENT_COUNTS',
      'CLEANUP_RUN',
      'LEGAL_HOLD',
    ];
    const shared = precious.filter((type) => {
      const own = kinds.find((kind) => kind.type === type);
      return kinds.some((kind) => kind !== own && kind.partition === own?.partition);
    });
    expect(shared).toEqual([]);
  });
});
