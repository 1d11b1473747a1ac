/** Texts that are no id of ours, each a trick on something that ids pass: keys, paths, queries, templates, parsers. */
export const hostileTexts: readonly string[] = [
  '.', '..', '...', '../', '../..', '../../etc/passwd', '..\\..\\windows', './me', '/', '//', '/etc/passwd', '\\', 'a/b', 'a/../b',
  '..%2f', '%2e%2e', '%2e%2e%2f', '%252e%252e%252f', '..%c0%af', '..;/', '%00', '\0', 'cnt_\0', '\u0001', '\r\n', 'a\r\nX-Injected: 1', '\t', ' ',
  '#', 'CONTENT#x', 'USER#x#RIGHTS', 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FA#', '#META', '?', '?id=1', '&', ';', ',', '*', 'cnt_*', '%', '_', '+', '$', '|', '`',
  "'", '"', "' OR '1'='1", "1'; DROP TABLE content; --", '" OR ""="', '{"S":"x"}', '{"$gt":""}', '[object Object]', '[]', '{}', 'null', 'undefined',
  'NaN', 'true', '0', '-1', '1e308', '99999999999999999999', '${7*7}', '{{7*7}}', '<%= 7*7 %>', '#{7*7}', '$(id)', '`id`', '| id', '; id', '${jndi:ldap://127.0.0.1:9/x}',
  '<script>alert(1)</script>', '<!--', ']]>', '&amp;', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'cnt_', 'cnt_1', 'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'crt_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'CNT_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'cnt_01arz3ndektsv4rrffq69g5fav', 'cnt_81ARZ3NDEKTSV4RRFFQ69G5FAV', 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAI',
  'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAVV', 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FA', ' cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV ', 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV\n',
  'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV/../x', 'ＣＮＴ＿０１', 'cnt_０１ARZ3NDEKTSV4RRFFQ69G5FAV', '\u202ecnt', '\u200bcnt_01ARZ3NDEKTSV4RRFFQ69G5FAV', '\ufeff', 'é', 'e\u0301', '🦜', '\ufffd', 'ı', 'ß',
  'A'.repeat(256), 'A'.repeat(10_000), '🦜'.repeat(700), '../'.repeat(1000),
];

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const PREFIXES = ['cnt', 'cat', 'crt', 'ply'] as const;
/** What keys, paths, globs and parsers take for a border, and characters that look like letters. */
const STRANGERS = ['#', '/', '\\', '.', '%', '*', '?', '\0', '\n', ' ', "'", '"', '{', '\u200b', 'Ａ', 'I'] as const;

/** Almost ids: a right one with a stranger in each third place, before and behind it; too long, too short; of no prefix and of two. */
const almost: readonly string[] = [
  ...[0, 3, 4, 7, 11, 15, 19, 23, 27, 29].flatMap((at) => STRANGERS.map((stranger) => `cnt_${ULID}`.slice(0, at) + stranger + `cnt_${ULID}`.slice(at + 1))),
  ...PREFIXES.flatMap((prefix) => STRANGERS.flatMap((stranger) => [`${stranger}${prefix}_${ULID}`, `${prefix}_${ULID}${stranger}`, `${prefix}_${ULID}${stranger}${prefix}_${ULID}`])),
  ...PREFIXES.flatMap((prefix) => [`${prefix}_`, `${prefix}${ULID}`, `${prefix}-${ULID}`, `${prefix.toUpperCase()}_${ULID}`, `${prefix}_${ULID.toLowerCase()}`, `${prefix}_${ULID.slice(1)}`, `${prefix}_${ULID}0`, `${prefix}_8${ULID.slice(1)}`, `${prefix}_${prefix}_${ULID}`]),
  ...['usr', 'job', 'x', ''].map((prefix) => `${prefix}_${ULID}`), ULID, '11111111-2222-4333-8444-555555555555',
  ...['CONTENT', 'USER', 'UPLOAD', 'CREATOR', 'CATEGORY', 'HISTORY', 'PLAY', 'AUDIT', 'PROFILE'].flatMap((partition) => [partition, `${partition}#${ULID}`, `${partition}#cnt_${ULID}#META`, `cnt_${ULID}#${partition}#`]),
];

/** Texts that are no id of ours. None is a valid one; `cnt_…` ones are almost. */
export const hostileIds: readonly string[] = [...new Set([...hostileTexts, ...almost])];

/** Values for JSON bodies alone: no text, or text that no URL can carry. */
export const hostileValues: readonly unknown[] = [null, 0, 1, -1, 1.5, true, [], {}, ['cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV'], { S: 'x' }, { toString: 'x' }, '', '\ud800', 'A'.repeat(100_000)];

/** Ways to write `../`, for one step up. */
const STEPS: readonly string[] = [
  '../', '..%2f', '..%2F', '%2e%2e/', '%2e%2e%2f', '%2E%2E%2F', '.%2e/', '%2e./', '..\\', '..%5c', '%2e%2e%5c', '..%252f', '%252e%252e%252f', '%252e%252e/', '..%c0%af', '..%c1%9c',
  '..%ef%bc%8f', '%c0%ae%c0%ae/', '....//', '..././', '..;/', '../%00/', './../', '..//', '/../', '%2e%2e%2f%2f', '..%u2215', '\\../', '..%00/', '%uff0e%uff0e/',
];

/** Ways to write `../` six times before a target, one more with the target itself encoded, and absolute forms of it. */
export const traversals = (target: string): readonly string[] => {
  const relative = target.replace(/^\//, '');
  return [
    ...STEPS.map((step) => step.repeat(8) + relative),
    ...STEPS.slice(0, 8).map((step) => step.repeat(8) + encodeURIComponent(relative)),
    target, `/${target}`, encodeURIComponent(target), `%00${target}`, `file://${target}`, `${target}%00.m3u8`, `${target}%23.jpg`, `.${target}`,
  ];
};
