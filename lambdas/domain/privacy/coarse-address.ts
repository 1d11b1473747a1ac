const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const MAX_OCTET = 255;
/** An IPv4 address that a socket for both families shows as IPv6. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
const GROUP = /^[0-9a-f]{1,4}$/i;
const GROUPS = 8;
/** Groups of an IPv6 address that are kept: the 48 bits that a provider gives to a site. */
const KEPT_GROUPS = 3;

/** All groups of an IPv6 address, with those that `::` leaves out; undefined for anything else. */
const groupsOf = (address: string): readonly string[] | undefined => {
  const [head = '', tail, ...more] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = GROUPS - before.length - after.length;
  if (more.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return undefined;
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after];
  return groups.every((group) => GROUP.test(group)) ? groups : undefined;
};

/**
 * A network address without the part that names one connection: IPv4 to 24 bits, IPv6 to 48. Undefined for anything
 * else.
 */
export const coarseAddress = (address: string): string | undefined => {
  const plain = address.replace(MAPPED, '');
  const octets = IPV4.exec(plain)?.slice(1);
  if (octets)
    return octets.every((octet) => Number(octet) <= MAX_OCTET) ? [...octets.slice(0, -1), '0'].join('.') : undefined;
  // A zone index names an interface of the sender.
  const kept = groupsOf(plain.replace(/%.*$/, ''))?.slice(0, KEPT_GROUPS);
  return kept && `${kept.map((group) => parseInt(group, 16).toString(16)).join(':')}::`;
};
