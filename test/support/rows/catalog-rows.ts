import { ulid } from 'ulid';
import { creatorEntity } from '../../../lambdas/data/content/creator-repository.ts';

/** Calls for categories and creators that no content item uses. `category`: takes the items of a deleted one. */
export const catalogRows = (category: string) => {
  const ids = {
    renamed: `cat_${ulid()}`,
    empty: `cat_${ulid()}`,
    replaced: `cat_${ulid()}`,
    creator: `crt_${ulid()}`,
    idle: `crt_${ulid()}`,
  };
  const calls = {
    'catalog.list-categories': [{ input: {}, success: 200 }],
    'catalog.create-category': [{ input: { body: { name: 'Matrix' } }, success: 201 }],
    'catalog.list-managed-categories': [{ input: {}, success: 200 }],
    'catalog.rename-category': [
      { input: { params: { id: ids.renamed }, body: { name: `Renamed ${ulid()}` } }, success: 200 },
    ],
    'catalog.delete-category': [
      { input: { params: { id: ids.empty } }, success: 204 },
      {
        variant: 'with a replacement',
        input: { params: { id: ids.replaced }, query: { replacement: category } },
        success: 202,
      },
    ],
    'catalog.list-creators': [{ input: {}, success: 200 }],
    'catalog.create-creator': [{ input: { body: { name: 'Matrix', plan: 'free' } }, success: 201 }],
    'catalog.update-creator': [{ input: { params: { id: ids.creator }, body: { name: 'Renamed' } }, success: 200 }],
    'catalog.delete-creator': [{ input: { params: { id: ids.idle } }, success: 204 }],
  } as const;
  const stored: readonly Readonly<Record<string, unknown>>[] = [
    ...[ids.renamed, ids.empty, ids.replaced].map((id) => ({
      pk: 'CATEGORY',
      sk: `CATEGORY#${id}`,
      type: 'CATEGORY',
      v: 1,
      id,
      name: `Row ${id}`,
      slug: `row-${id.slice(4).toLowerCase()}`,
    })),
    ...[ids.creator, ids.idle].map((id) =>
      creatorEntity.toItem({ id, name: `Row ${id}`, plan: 'free', storage_used: 0 }),
    ),
  ];
  return { calls, stored };
};
