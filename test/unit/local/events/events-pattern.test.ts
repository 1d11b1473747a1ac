import { compilePattern } from '../../../../infra/local/events/bus/pattern.ts';

const event = {
  source: 'aws.s3',
  'detail-type': 'Object Created',
  resources: ['arn:aws:s3:::uploads', 'arn:aws:s3:::other'],
  detail: {
    bucket: { name: 'Uploads' },
    object: { key: 'uploads/c1/u1.MKV', size: 1024, etag: null },
    ok: true,
    ip: '10.1.2.3',
    tags: [],
    outputs: [
      { type: 'hls', height: 480 },
      { type: 'poster', height: 1080 },
    ],
    nested: [['a', 'b'], ['c']],
  },
};

const detail = (pattern: unknown): unknown => ({ detail: pattern });

/** Pattern and whether it matches the event above. */
const CASES: readonly (readonly [name: string, pattern: unknown, matches: boolean])[] = [
  ['exact value', { source: ['aws.s3'] }, true],
  ['one of several', { source: ['aws.sqs', 'aws.s3'] }, true],
  ['none of several', { source: ['aws.sqs'] }, false],
  ['all fields must match', { source: ['aws.s3'], 'detail-type': ['Object Deleted'] }, false],
  ['array of the event holds it', { resources: ['arn:aws:s3:::other'] }, true],
  ['nested field', detail({ bucket: { name: ['Uploads'] } }), true],
  ['number', detail({ object: { size: [1024] } }), true],
  ['number is not its text', detail({ object: { size: ['1024'] } }), false],
  ['boolean', detail({ ok: [true] }), true],
  ['null', detail({ object: { etag: [null] } }), true],
  ['null is not missing', detail({ object: { absent: [null] } }), false],
  ['prefix', detail({ object: { key: [{ prefix: 'uploads/' }] } }), true],
  ['other prefix', detail({ object: { key: [{ prefix: 'media/' }] } }), false],
  ['prefix without case', detail({ bucket: { name: [{ prefix: { 'equals-ignore-case': 'UP' } }] } }), true],
  ['suffix', detail({ object: { key: [{ suffix: '.MKV' }] } }), true],
  ['suffix minds case', detail({ object: { key: [{ suffix: '.mkv' }] } }), false],
  ['suffix without case', detail({ object: { key: [{ suffix: { 'equals-ignore-case': '.mkv' } }] } }), true],
  ['equals-ignore-case', detail({ bucket: { name: [{ 'equals-ignore-case': 'uploads' }] } }), true],
  ['wildcard', detail({ object: { key: [{ wildcard: 'uploads/*/u1.*' }] } }), true],
  ['wildcard is anchored', detail({ object: { key: [{ wildcard: '*/u1' }] } }), false],
  ['wildcard with an escaped star', detail({ object: { key: [{ wildcard: 'uploads/\\*' }] } }), false],
  ['wildcard leaves other signs alone', detail({ ip: [{ wildcard: '10.1.2?*' }] }), false],
  ['anything-but a value', { source: [{ 'anything-but': 'aws.sqs' }] }, true],
  ['anything-but that value', { source: [{ 'anything-but': 'aws.s3' }] }, false],
  ['anything-but a list', { source: [{ 'anything-but': ['aws.sqs', 'aws.s3'] }] }, false],
  ['anything-but numbers', detail({ object: { size: [{ 'anything-but': [1, 2] }] } }), true],
  ['anything-but needs the field', detail({ absent: [{ 'anything-but': 'x' }] }), false],
  ['anything-but prefix', detail({ object: { key: [{ 'anything-but': { prefix: 'media/' } }] } }), true],
  [
    'anything-but prefixes',
    detail({ object: { key: [{ 'anything-but': { prefix: ['media/', 'uploads/'] } }] } }),
    false,
  ],
  ['anything-but suffix', detail({ object: { key: [{ 'anything-but': { suffix: '.MKV' } }] } }), false],
  ['anything-but wildcard', detail({ object: { key: [{ 'anything-but': { wildcard: '*/c2/*' } }] } }), true],
  [
    'anything-but without case',
    detail({ bucket: { name: [{ 'anything-but': { 'equals-ignore-case': 'UPLOADS' } }] } }),
    false,
  ],
  ['numeric range', detail({ object: { size: [{ numeric: ['>', 0, '<=', 1024] }] } }), true],
  ['numeric below', detail({ object: { size: [{ numeric: ['<', 1024] }] } }), false],
  ['numeric equals', detail({ object: { size: [{ numeric: ['=', 1024] }] } }), true],
  ['numeric on text', detail({ bucket: { name: [{ numeric: ['>', 0] }] } }), false],
  ['exists', detail({ object: { size: [{ exists: true }] } }), true],
  ['exists with null', detail({ object: { etag: [{ exists: true }] } }), true],
  ['does not exist', detail({ absent: [{ exists: false }] }), true],
  ['does not exist under a missing parent', detail({ absent: { deep: [{ exists: false }] } }), true],
  ['an empty array does not exist', detail({ tags: [{ exists: false }] }), true],
  ['an object is no leaf', detail({ object: [{ exists: true }] }), false],
  ['cidr', detail({ ip: [{ cidr: '10.0.0.0/8' }] }), true],
  ['cidr outside', detail({ ip: [{ cidr: '192.168.0.0/16' }] }), false],
  ['cidr on no address', detail({ bucket: { name: [{ cidr: '10.0.0.0/8' }] } }), false],
  ['$or, second holds', detail({ $or: [{ ip: ['x'] }, { ok: [true] }] }), true],
  ['$or, none holds', detail({ $or: [{ ip: ['x'] }, { ok: [false] }] }), false],
  ['$or next to a field', detail({ ip: ['x'], $or: [{ ok: [true] }] }), false],
  ['nested $or', { $or: [{ source: ['x'] }, detail({ $or: [{ ok: [false] }, { object: { size: [1024] } }] })] }, true],
  ['array of objects, one element has all', detail({ outputs: { type: ['hls'], height: [480] } }), true],
  ['array of objects, spread over elements', detail({ outputs: { type: ['hls'], height: [1080] } }), false],
  ['arrays in arrays', detail({ nested: ['c'] }), true],
  ['own names only', { constructor: [{ exists: true }] }, false],
];

test.each(CASES)('%s', (_name, pattern, matches) => {
  expect(compilePattern(pattern)(event)).toBe(matches);
});

const INVALID: readonly (readonly [name: string, pattern: unknown, message: RegExp])[] = [
  ['unknown operator', detail({ a: [{ regex: 'x' }] }), /Unknown operator "regex" \(at detail.a\)/],
  ['inherited name as operator', detail({ a: [{ constructor: 'x' }] }), /Unknown operator "constructor"/],
  ['empty list', { source: [] }, /list of source is empty/],
  ['bare value', { source: 'aws.s3' }, /source must be an object or an array/],
  ['empty pattern', {}, /must be an object with fields/],
  ['size beyond the numeric range', detail({ size: [{ numeric: ['>', 50_000_000_000] }] }), /5000000000/],
  ['unknown comparison', detail({ size: [{ numeric: ['!=', 1] }] }), /does not support "!="/],
  ['two asterisks', detail({ a: [{ wildcard: 'a**b' }] }), /consecutive asterisks/],
  ['wrong escape', detail({ a: [{ wildcard: 'a\\d' }] }), /escapes only/],
  ['prefix of a number', detail({ a: [{ prefix: 1 }] }), /"prefix" requires/],
  ['anything-but of an object', detail({ a: [{ 'anything-but': { cidr: 'x' } }] }), /does not support "cidr"/],
  ['two operators in one matcher', detail({ a: [{ prefix: 'a', suffix: 'b' }] }), /one operator/],
  ['exists with text', detail({ a: [{ exists: 'yes' }] }), /true or false/],
];

test.each(INVALID)('rejects %s', (_name, pattern, message) => {
  expect(() => compilePattern(pattern)).toThrow(message);
});
