import { BlockList, isIP } from 'node:net';

/** IPv4 ranges that are not public (IANA's special-purpose registries). */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Of no registry: the services of a cloud for its own machines.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** All public IPv6 addresses are in 2000::/3. These parts of it are not public; some embed an IPv4 address. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const blocked = new BlockList();
for (const [network, prefix] of SPECIAL_V4) blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_V6) blocked.addSubnet(network, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Returns `true` for a public IP address. @param address an IP address; any other text is not public */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked.check(address, 'ipv4');
    case 6:
      return global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
    default:
      return false;
  }
}

const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
// IPv4 addresses that a network translates (NAT64, 6to4) or that are compatible with IPv6; a `BlockList` finds mapped ones itself.
linkLocal.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
linkLocal.addSubnet('64:ff9b:1::a9fe:0', 112, 'ipv6');
linkLocal.addSubnet('2002:a9fe::', 32, 'ipv6');
linkLocal.addSubnet('::a9fe:0', 112, 'ipv6');
// The metadata service of a cloud, which is in a private range.
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

/** Addresses that reach a program which listens on 127.0.0.1; the unspecified ones do on most systems. */
const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('0.0.0.0', 'ipv4');
thisMachine.addAddress('::1', 'ipv6');
thisMachine.addAddress('::', 'ipv6');
thisMachine.addSubnet('64:ff9b::7f00:0', 104, 'ipv6');
thisMachine.addSubnet('64:ff9b:1::7f00:0', 104, 'ipv6');
thisMachine.addSubnet('2002:7f00::', 24, 'ipv6');
thisMachine.addSubnet('::7f00:0', 104, 'ipv6');

/** Returns `true` for the addresses of a cloud's metadata services, which no connection may lead to. */
export const isLinkLocal = (address: string): boolean => contains(linkLocal, address);

export const isThisMachine = (address: string): boolean => contains(thisMachine, address);

/** Also finds IPv4 addresses that are written as IPv6 (`::ffff:127.0.0.1`). */
function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

export function isSameAddress(a: string, b: string): boolean {
  const list = new BlockList();
  list.addAddress(a, isIP(a) === 6 ? 'ipv6' : 'ipv4');
  return contains(list, b);
}
