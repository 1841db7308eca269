import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { BlockedTargetError, createEgress } from '../src/egress/egress.ts'
import { findAddressFault, findTargetFault } from '../src/egress/target-address.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '240.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  'fec0::1',
  'fe80::1%eth0',
  'nonsense',
])('nothing is sent to %s', address => {
  expect(findAddressFault(address, 'public')).toEqual(expect.any(String))
})

test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is a public address', address => {
  expect(findAddressFault(address, 'public')).toBeUndefined()
  expect(findAddressFault(address, 'loopback')).toEqual(expect.any(String))
})

const loopback = [
  'http://127.0.0.1:1/',
  'http://localhost/',
  'https://localhost./',
  'http://[::1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::ffff:127.0.0.1]/',
]

test.each(loopback)('%s is allowed if only this machine can reach the service', address => {
  expect(findTargetFault(new URL(address), { allowLoopback: true })).toBeUndefined()
  expect(findTargetFault(new URL(address), { allowLoopback: false })).toEqual(expect.any(String))
})

test.each([
  'http://example.com/',
  'ftp://example.com/',
  'https://u:p@example.com/',
  'https://192.168.0.1/',
  'https://0/',
])('%s may not be sent to', address => {
  expect(findTargetFault(new URL(address), { allowLoopback: true })).toEqual(expect.any(String))
})

test.each(['127.0.0.1', '10.0.0.1', '::1'])('a public name that leads to %s is not followed', async address => {
  const resolve = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])) as unknown as typeof lookup
  const egress = createEgress({ allowLoopback: true }, resolve)
  const request = egress.request(new URL('https://public.example.com/'), {})
  request.end()
  const [error] = await once(request, 'error')
  expect(error).toBeInstanceOf(BlockedTargetError)
  egress.close()
})

test.each([
  ['http://93.184.216.34/v1', 'must not lead to a public address over plain http'],
  ['http://[2606:2800:220:1:248:1893:25c8:1946]/', 'must not lead to a public address over plain http'],
  ['http://10.0.0.1/', undefined],
  ['http://models.internal:11434/', undefined],
  ['http://localhost:11434/', undefined],
  ['https://93.184.216.34/', undefined],
  ['https://10.0.0.1/', undefined],
])('an address that the operator allows: %s', (address, fault) => {
  const url = new URL(address)
  expect(findTargetFault(url, { allowLoopback: false, allowedOrigins: [url.origin] })).toBe(fault)
})

test.each([
  ['http:', '93.184.216.34', false],
  ['http:', '10.0.0.1', true],
  ['https:', '93.184.216.34', true],
])('a name that the operator allows over %s may lead to %s: %s', async (protocol, address, isAllowed) => {
  const resolve = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    callback(null, [{ address, family: 4 }])
    // An address that is allowed is not connected to.
    setImmediate(() => request.destroy(new Error('allowed')))
  }) as unknown as typeof lookup
  const url = new URL(`${protocol}//models.example.com:1/`)
  const egress = createEgress({ allowLoopback: false, allowedOrigins: [url.origin] }, resolve)
  const request = egress.request(url, {})
  request.end()
  const [error] = await once(request, 'error')
  expect(error instanceof BlockedTargetError).toBe(!isAllowed)
  egress.close()
})

test('a request to a rejected address is not started', () => {
  const egress = createEgress({ allowLoopback: false })
  expect(() => egress.request(new URL('https://127.0.0.1/'), {})).toThrow(BlockedTargetError)
  egress.close()
})
