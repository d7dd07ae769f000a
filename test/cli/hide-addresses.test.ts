import {expect, test} from 'vitest';
import {hideAddresses} from '../../src/cli/doctor/diagnostic-report.ts';

test('hosts of URLs have the same number in all texts, also where they stand alone', () => {
	const texts = ['https://api.example.net/x, wss://feed.example.net:1/y', 'API.example.net: unknown host'];
	expect(texts.map(hideAddresses(texts))).toEqual([
		'https://host-1/x, wss://host-2:1/y',
		'host-1: unknown host',
	]);
});

test('a name that contains another one is replaced as a whole', () => {
	const texts = ['http://net.example and http://a.net.example'];
	expect(texts.map(hideAddresses(texts))).toEqual(['http://host-1 and http://host-2']);
});

test.each([
	['the name of this machine', 'gs-box is up', 'host-1 is up'],
	['an IPv4 address', 'serverIp 203.0.113.7:7777', 'serverIp ADDRESS:7777'],
	['an email address', 'invited mina@northwind.example.', 'invited EMAIL.'],
	['a URL in JSON', '{"url":"https://x.example"}', '{"url":"https://host-2"}'],
])('hides %s', (_, text, hidden) => {
	expect(hideAddresses([text], ['gs-box'])(text)).toBe(hidden);
});

test.each([
	'http://127.0.0.1:8440',
	'http://localhost/x',
	'http://[::1]:1',
	'rcondeck 0.1.0',
	'Node 24.21.0',
])('keeps %s', text => {
	expect(hideAddresses([text])(text)).toBe(text);
});
