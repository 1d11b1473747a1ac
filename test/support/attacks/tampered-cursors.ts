/** Cursors that must be rejected, derived from a real one: altered, shortened, extended or differently encoded. */
export const tamperedCursors = (cursor: string): readonly string[] => {
  const bytes = Buffer.from(cursor, 'base64url');
  return [
    ...Array.from(bytes, (_, at) =>
      Buffer.from(bytes.map((byte, other) => (other === at ? byte ^ (1 << (at % 8)) : byte))).toString('base64url'),
    ),
    bytes.subarray(0, -1).toString('base64url'),
    bytes.subarray(1).toString('base64url'),
    bytes.subarray(0, 32).toString('base64url'),
    bytes.subarray(32).toString('base64url'),
    Buffer.concat([bytes, bytes]).toString('base64url'),
    Buffer.concat([bytes, Buffer.from(' ')]).toString('base64url'),
    `${cursor}=`,
    `${cursor}A`,
    ` ${cursor}`,
    bytes.toString('base64').replace(/=*$/, '=='),
    Buffer.concat([Buffer.alloc(32), bytes.subarray(32)]).toString('base64url'),
    'A'.repeat(1024),
    'A'.repeat(1025),
    'null',
    '0',
    '',
  ];
};
