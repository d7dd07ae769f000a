import {expect, test} from 'vitest';
import {createClientAddress} from '../../../src/service/http/client-address.ts';

const addressWith = (proxies: string[], remoteAddress: string, forwarded?: string) =>
	createClientAddress(proxies)?.({
		headers: forwarded === undefined ? {} : {'x-forwarded-for': forwarded},
		socket: {remoteAddress},
	});

test.each([
	['no proxy is trusted', [], '127.0.0.1', '203.0.113.7', '127.0.0.1'],
	['another address sends the header', ['127.0.0.1'], '198.51.100.1', '203.0.113.7', '198.51.100.1'],
	['the proxy names a client', ['127.0.0.1'], '127.0.0.1', '203.0.113.7', '203.0.113.7'],
	['the proxy connects over IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
	['the client made up an address', ['127.0.0.1'], '127.0.0.1', '10.0.0.1, 203.0.113.7', '203.0.113.7'],
	[
		'there are two proxies',
		['127.0.0.1', '10.0.0.0/8'],
		'127.0.0.1',
		'1.1.1.1, 203.0.113.7, 10.1.2.3',
		'203.0.113.7',
	],
	['the client is in the network of the proxies', ['10.0.0.0/8'], '10.0.0.1', '10.9.9.9', '10.9.9.9'],
	['the proxy appends the port', ['127.0.0.1'], '127.0.0.1', '203.0.113.7:5000', '203.0.113.7'],
	['the proxy appends the port over IPv6', ['::1'], '::1', '[2001:db8::7]:5000', '2001:db8::7'],
	['the header is missing', ['::1'], '::1', undefined, '::1'],
	['the header is not an address', ['::1'], '::1', '203.0.113.7, unknown', '::1'],
	['the header is empty', ['::1'], '::1', '', '::1'],
])('if %s, the client has the right address', (_what, proxies, remote, forwarded, expected) => {
	expect(addressWith(proxies, remote, forwarded)).toBe(expected);
});

test.each(['', 'proxy.example', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1'])(
	'%j is not a proxy',
	text => expect(createClientAddress([text])).toBeUndefined(),
);
