import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { UserId } from '../../../lambdas/contract/shared.ts';
import { entities } from '../../../lambdas/data/entities.ts';
import { dataRequestEntity } from '../../../lambdas/data/privacy/data-request-entity.ts';
import { NOT_PERSONAL, type StoredItem, type StoredKind } from '../../../lambdas/data/table/entity.ts';
import { tableDefinition, type IndexName } from '../../../lambdas/data/table/table-definition.ts';
import { newRequest, WITHDRAW_MS } from '../../../lambdas/domain/privacy/data-request.ts';
import { personFieldsOf } from '../../support/privacy/person-fields.ts';
import { itemsNaming, itemsOfPerson, newStoredPerson, shortLivedItems } from '../../support/privacy/stored-person.ts';

/** When the account was disabled, and the erasure was asked for. */
const ASKED = Date.parse('2026-11-23T12:00:00.000Z');

const kinds: readonly StoredKind[] = Object.values(entities);
const person = newStoredPerson();
const samples: readonly StoredItem[] = [
  ...itemsOfPerson(person),
  ...itemsNaming(person),
  ...shortLivedItems(person, ASKED),
  dataRequestEntity.toItem(newRequest(`req_${ulid()}`, person.id, 'erasure', ASKED)),
];
const samplesOf = (type: string): readonly StoredItem[] => samples.filter((item) => item['type'] === type);

const isAt = (item: StoredItem, partition: string, index?: IndexName): boolean =>
  item[index === undefined ? 'pk' : tableDefinition.indexes[index].partitionKey] === partition;

/** Whether an export and an erasure of the user find an item, or it has expired when the erasure begins. */
const isFound = ({ ofPerson }: StoredKind, item: StoredItem): boolean => {
  if (ofPerson === undefined) return false;
  if ('gone' in ofPerson) return Number(item[tableDefinition.timeToLiveAttribute]) * 1000 <= ASKED + WITHDRAW_MS;
  if ('index' in ofPerson) return isAt(item, ofPerson.partition(person.id), ofPerson.index);
  if ('partitions' in ofPerson)
    return ofPerson.partitions({ userId: person.id, email: person.email }).some((partition) => isAt(item, partition));
  return samplesOf(ofPerson.namedBy).some((other) => ofPerson.named(other).some((partition) => isAt(item, partition)));
};

/** Whether an erasure of the user finds the id in an item of the platform or of a title. */
const isListed = ({ references }: StoredKind, item: StoredItem): boolean => {
  const { listed, ofContent } = references ?? {};
  const contentId = String(item['content_id']);
  return (
    JSON.stringify(item).includes(person.id) &&
    ((listed !== undefined && isAt(item, listed.partition, listed.index)) ||
      (ofContent !== undefined && isAt(item, ofContent(contentId))))
  );
};

const withRule = kinds.filter(({ ofPerson, references }) => ofPerson ?? references);

it('has a sample of every kind that can name a user', () => {
  expect(withRule.length).toBeGreaterThan(40);
  expect(withRule.map(({ type }) => type).filter((type) => samplesOf(type).length === 0)).toEqual([]);
});

it.each(withRule.map((kind) => [kind.type, kind] as const))('can be carried out on a sample of %s', (type, kind) => {
  const isReached = kind.references ? isListed : isFound;
  expect(samplesOf(type).filter((item) => !isReached(kind, item))).toEqual([]);
});

it('is one for every kind with a field that names a user', () => {
  const fields = new Map(kinds.map(({ type, schema }) => [type, personFieldsOf(schema)]));
  const unruled = kinds.filter(({ type, onErase }) => onErase === NOT_PERSONAL && (fields.get(type) ?? []).length > 0);
  expect(unruled.map(({ type }) => [type, fields.get(type)])).toEqual([]);
});

it('names a field of the item as the user that it belongs to', () => {
  const wrong = kinds.filter(
    ({ owner, schema }) => owner.kind === 'person' && !personFieldsOf(schema).includes(owner.field),
  );
  expect(wrong.map(({ type }) => type)).toEqual([]);
});

it('is required for users that a schema names in any depth', () => {
  const schema = z.object({
    a: z.optional(z.array(z.object({ by: z.nullable(UserId) }))),
    b: z.record(z.string(), z.union([z.string(), z.object({ email: z.string() })])),
    c: z.string(),
  });
  expect(personFieldsOf(schema)).toEqual(['a.by', 'b.email']);
});
