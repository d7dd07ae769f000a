import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	bodyIn,
	expectUnharmed,
	head,
	serveRaw,
	signedIn,
	statusesIn,
	upgrade,
	type Served,
} from './raw-client.ts';

const post = (served: Served, target: string, body: string | Uint8Array, more = '') => {
	const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
	const given = `${signedIn(served)}Connection: close\r\nContent-Length: ${length}\r\n${more}`;
	return served.raw(head(target, {method: 'POST', more: given}), body);
};

const targets = [
	'//',
	'///',
	'*',
	'/%',
	'/%zz',
	'/server/%ff',
	'/\\',
	'/..',
	'/?',
	'/?%',
	'/#',
	'http://',
	'http:///x',
	'http://[',
	'x:y',
	'/websocket',
	'/websocket?%',
	'//websocket',
	'/websocket/..',
	'/__proto__',
	'/server/__proto__',
	'/server/constructor',
	'/server/..%2f',
];

test.each(targets)(
	'%s as a target crashes nothing, as a request or as a handshake, with credentials or without',
	async target => {
		const served = await serveRaw();
		for (const more of ['', signedIn(served)]) {
			for (const shape of [more, more + upgrade]) await served.raw(head(target, {more: shape}));
			for (const method of ['POST', 'OPTIONS', 'CONNECT', 'HEAD', 'TRACE', 'BREW'])
				await served.raw(head(target, {method, more: more + upgrade}));
		}
		await expectUnharmed(served);
	},
);

test('a handshake at an unknown path gets the response of a request', async () => {
	const served = await serveRaw();
	for (const target of ['//', '/', '/team/my']) {
		const answer = await served.raw(head(target, {more: upgrade}));
		expect(statusesIn(answer)).toEqual([401]);
		expect(bodyIn(answer)).toEqual({key: 'general.unauthorized', message: expect.stringMatching(/./)});
	}
	expect(statusesIn(await served.raw(head('//', {more: upgrade + signedIn(served)})))).toEqual([404]);
	// A client that offers another protocol gets a response in this one. (RFC 9110: Upgrade)
	const offered = `Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n${signedIn(served)}`;
	expect(statusesIn(await served.raw(head('/team/my', {more: offered})))).toEqual([200]);
});

test.each([
	[
		'no version',
		'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
	],
	['an old version', upgrade.replace('13', '7')],
	['a version that is not a number', upgrade.replace('13', 'x')],
	['no key', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'],
	['a bad key', upgrade.replace('dGhl', '\u00ff')],
	['bad protocols', `${upgrade}Sec-WebSocket-Protocol: ,,@\r\n`],
])('rejects a handshake with %s', async (_what, more) => {
	const served = await serveRaw();
	const [status = 0] = statusesIn(await served.raw(head('/websocket', {more})));
	expect(status).toBeGreaterThanOrEqual(400);
	expect(status).toBeLessThan(500);
	await expectUnharmed(served);
});

/** The status and key of a request, and those of a handshake. */
async function bothWith(served: Served, {host = 'localhost', more = ''}) {
	const given = {host, more: `${more}${signedIn(served)}`};
	const answers = [
		await served.raw(head('/team/my', {...given, more: `${given.more}Connection: close\r\n`})),
		await served.raw(head('/websocket', {...given, more: given.more + upgrade})),
	];
	return answers.map(answer => [...statusesIn(answer), /"key":"([^"]+)"/.exec(answer)?.[1]]);
}
const welcome = [
	[200, undefined],
	[101, undefined],
];
const refused = (key: string) => [
	[403, key],
	[403, key],
];

test.each(['localhost', 'LOCALHOST:9999', '127.0.0.1:1', '127.8.9.1', '[::1]:8440'])(
	'a loopback port responds under the name %s',
	async host => expect(await bothWith(await serveRaw(), {host})).toEqual(welcome),
);

test.each([
	'evil.example',
	'evil.example:80',
	'127.0.0.1.evil.example',
	'localhost.evil.example',
	'localhost@evil.example',
	'[::2]',
	'128.0.0.1',
	'',
	'a b',
	'%',
])('a loopback port refuses the host name %j, which a web page could control', async host => {
	expect(await bothWith(await serveRaw(), {host})).toEqual(refused('general.host_not_allowed'));
});

test('a loopback port responds under its configured names', async () => {
	const served = await serveRaw({}, {names: ['Games.example']});
	expect(await bothWith(served, {host: 'games.example:443'})).toEqual(welcome);
	expect(await bothWith(served, {host: 'x.games.example'})).toEqual(refused('general.host_not_allowed'));
});

test.each(['https://evil.example', 'http://localhost:3000', 'null', 'file://', '%'])(
	'rejects a page of the origin %s',
	async origin =>
		expect(await bothWith(await serveRaw(), {more: `Origin: ${origin}\r\n`})).toEqual(
			refused('general.origin_not_allowed'),
		),
);

test('accepts a client whose origin is the service itself', async () => {
	expect(await bothWith(await serveRaw(), {more: 'Origin: http://localhost\r\n'})).toEqual(welcome);
});

test("the browser's own headers cause a rejection of a page request without an origin", async () => {
	expect(await bothWith(await serveRaw(), {more: 'Sec-Fetch-Site: cross-site\r\n'})).toEqual(
		refused('general.origin_not_allowed'),
	);
});

test('a request with two hosts is refused, because a proxy may have checked the other one', async () => {
	const served = await serveRaw();
	const more = `Host: 127.0.0.1\r\n${signedIn(served)}`;
	const answers = [
		await served.raw(head('/team/my', {more})),
		await served.raw(head('/websocket', {more: more + upgrade})),
	];
	expect(answers.map(statusesIn)).toEqual([[403], [403]]);
});

/** A request inside the body of another one. */
const inner = 'GET /team/my HTTP/1.1\r\nHost: localhost\r\n\r\n';

test.each([
	['two lengths', `Content-Length: 2\r\nContent-Length: ${inner.length}\r\n`],
	['a length and chunks', `Content-Length: ${inner.length}\r\nTransfer-Encoding: chunked\r\n`],
	['an unknown coding', 'Transfer-Encoding: xchunked\r\n'],
	['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n'],
	['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n'],
	['a space before the colon', `Content-Length : ${inner.length}\r\n`],
	['a folded line', `X: y\r\n Content-Length: ${inner.length}\r\n`],
	['a bare line feed', `X: y\nContent-Length: ${inner.length}\r\n`],
])('a request with %s has one answer and ends its connection', async (_what, more) => {
	const served = await serveRaw();
	const request = head('/server/cs/stop', {method: 'POST', more: signedIn(served) + more});
	const answer = await served.raw(`${request}0\r\n\r\n${inner}`);
	expect(statusesIn(answer)).toEqual([400]);
	await expectUnharmed(served);
});

test.each(['TRACE', 'OPTIONS', 'PUT', 'PATCH', 'PROPFIND'])(
	'%s is refused, repeats nothing of the request, and allows no other origin',
	async method => {
		const served = await serveRaw();
		const more = `X-Secret: s3cret\r\n${signedIn(served)}Connection: close\r\n`;
		const answer = await served.raw(head('/team/my', {method, more}));
		expect(statusesIn(answer)).toEqual([405]);
		expect(answer).not.toMatch(/s3cret|access-control|rcondeck_/i);
	},
);

test('every response forbids type sniffing and caching, and unauthenticated clients keep no connection', async () => {
	const served = await serveRaw();
	const close = 'Connection: close\r\n';
	const answers = [
		await served.raw(head('/team/my', {more: signedIn(served) + close})),
		await served.raw(head('/nowhere', {more: signedIn(served) + close})),
		await served.raw(head('/team/my', {host: 'evil.example'})),
		// These do not ask for the end of the connection.
		await served.raw(head('/team/my')),
		await served.raw(head('/team/my', {more: 'Application-Token: wrong\r\n'})),
		await served.raw(head('/websocket', {more: `Origin: http://evil.example\r\n${upgrade}`})),
	];
	expect(answers.map(statusesIn)).toEqual([[200], [404], [403], [401], [401], [403]]);
	for (const answer of answers) {
		expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
		expect(answer).toMatch(/^cache-control: no-store\r$/im);
		expect(answer).toMatch(/^connection: close\r$/im);
		expect(answer).not.toMatch(/^(server|x-powered-by):/im);
	}
});

const nested = (levels: number) => `{"targets": ${'['.repeat(levels)}${']'.repeat(levels)}}`;

test.each([
	['3,000 levels', nested(3000)],
	['500,000 levels', nested(500_000)],
	['500,000 levels of objects', '{"a":'.repeat(200_000)],
	['1,000,000 unclosed levels', '['.repeat(1_000_000)],
	['bytes that are not text', new Uint8Array(1000).fill(0xff)],
	['half a character', '{"command": "\\ud800'],
])('a body of %s is validation.failed', async (_what, body) => {
	const served = await serveRaw();
	for (const target of ['/server/cs/stop', '/automation/round', '/automation/create']) {
		const answer = await post(served, target, body);
		expect(statusesIn(answer)).toEqual([400]);
		expect(bodyIn(answer)['key']).toBe('validation.failed');
	}
	await expectUnharmed(served);
});

const boundary = 'Content-Type: multipart/form-data; boundary=x\r\n';

test.each([
	['no boundary', 'Content-Type: multipart/form-data\r\n', '--x\r\n'],
	['an empty boundary', 'Content-Type: multipart/form-data; boundary=\r\n', '--\r\n\r\n'],
	['nothing', boundary, ''],
	['half a header', boundary, '--x\r\nContent-Disposition: form-da'],
	['a part without a name', boundary, '--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n'],
	[
		'a part named __proto__',
		boundary,
		'--x\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--x--\r\n',
	],
	[
		'an unterminated name',
		boundary,
		'--x\r\nContent-Disposition: form-data; name="icon\r\n\r\nx\r\n--x--\r\n',
	],
	[
		'ten thousand parts',
		boundary,
		'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(10_000),
	],
	['another content type', 'Content-Type: application/x-www-form-urlencoded\r\n', 'icon=%zz'],
])('a form with %s is validation.failed', async (_what, type, body) => {
	const served = await serveRaw();
	const answer = await post(served, '/team/team/icon', body, type);
	expect(statusesIn(answer)).toEqual([400]);
	expect(bodyIn(answer)['key']).toBe('validation.failed');
	await expectUnharmed(served);
});

test('huge headers, wrong lengths and pipelines crash nothing', async () => {
	const served = await serveRaw();
	const more = signedIn(served);
	await served.raw(head('/team/my', {more: `X: ${'x'.repeat(200_000)}\r\n`}));
	await served.raw(head(`/${'x'.repeat(200_000)}`, {more}));
	await served.raw(head('/team/my', {more: 'X: y\r\n'.repeat(5000)}));
	for (const length of ['-1', 'abc', '99999999999999999999', '1\r\nContent-Length: 2'])
		await served.raw(
			head('/server/cs/stop', {method: 'POST', more: `${more}Content-Length: ${length}\r\n`}),
			'{',
		);
	await served.raw(
		head('/server/cs/stop', {method: 'POST', more: `${more}Transfer-Encoding: chunked\r\n`}),
		'zz\r\n{}\r\n',
	);
	const pipeline = head('/info/version', {more}).repeat(50);
	expect(statusesIn(await served.raw(pipeline))).toEqual(Array.from({length: 50}, () => 200));
	await served.raw(head('/info/version', {more}) + head('//', {more: upgrade}));
	await expectUnharmed(served);
});

test('an aborted request body is not reported as a bug', async () => {
	const served = await serveRaw();
	const more = `${signedIn(served)}Content-Length: 5000\r\n`;
	for (const target of ['/server/cs/stop', '/team/team/icon', '/nothing'])
		await served.abort(`${head(target, {method: 'POST', more})}{"comm`);
	await served.abort(head('/websocket', {more: signedIn(served) + upgrade}));
	await expectUnharmed(served);
});

const word = fc.oneof(
	fc.constantFrom(
		'GET',
		'POST',
		'/',
		'//',
		'*',
		'HTTP/1.1',
		'HTTP/0.9',
		'HTTP/9.9',
		'\r\n',
		' ',
		'\0',
		'%',
		':',
		'http://x',
		'/websocket',
		upgrade,
		'Host: localhost\r\n',
		'Host: [\r\n',
		'Expect: 100-continue\r\n',
		'Content-Length: 3\r\n',
		'\r\n\r\n',
		'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
	),
	fc.string({maxLength: 20}),
);

test('garbage of any shape crashes nothing', async () => {
	const served = await serveRaw();
	await fc.assert(
		fc.asyncProperty(fc.array(word, {maxLength: 12}), async words => {
			await served.raw(words.join(''));
			return served.uncaught.length === 0;
		}),
		{numRuns: 300, interruptAfterTimeLimit: 10_000},
	);
	await expectUnharmed(served);
});
