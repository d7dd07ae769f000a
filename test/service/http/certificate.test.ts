import {chmodSync, copyFileSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {request} from 'node:https';
import path from 'node:path';
import tls, {type TLSSocket} from 'node:tls';
import {expect, onTestFinished, test} from 'vitest';
import {listen} from '../../../src/service/http/listen.ts';
import {readCertificate, watchCertificate} from '../../../src/service/http/certificate.ts';
import {tempFolder} from '../../cli/temp-folder.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {certificateFile} from '../../helpers/secure-service.ts';
import {openService} from '../open-service.ts';

const now = Date.UTC(2026, 10, 23);
const good = {cert: certificateFile('good'), key: certificateFile('key')};

test('an unusable certificate is refused with its file and the problem', () => {
	const folder = tempFolder();
	const file = (name: string, text: string, mode = 0o600) => {
		const full = path.join(folder, name);
		writeFileSync(full, text, {mode});
		return full;
	};
	const problemOf = (files: Partial<typeof good>) => {
		try {
			return String(readCertificate({...good, ...files}, now).expiresAt);
		} catch (error) {
			return error instanceof Error ? `${error.name}: ${error.message}` : '';
		}
	};
	const missing = path.join(folder, 'missing');
	expect(problemOf({})).toMatch(/^\d+$/);
	expect(problemOf({cert: missing})).toBe(`UsageError: There is no file ${missing}.`);
	expect(problemOf({key: missing})).toBe(`UsageError: There is no file ${missing}.`);
	expect(problemOf({cert: folder})).toBe(`UsageError: ${folder} cannot be read (EISDIR).`);
	const text = file('text', 'no certificate');
	expect(problemOf({cert: text})).toBe(`UsageError: ${text} is not a certificate in PEM format.`);
	expect(problemOf({key: text})).toBe(`UsageError: ${text} is not a key in PEM format.`);
	expect(problemOf({cert: good.key})).toContain('is not a certificate in PEM format.');
	const encrypted = file(
		'encrypted',
		'-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n',
	);
	expect(problemOf({key: encrypted})).toMatch(/is encrypted. Remove its passphrase with `openssl pkey/);
	const {privateKey} = process
		.getBuiltinModule('node:crypto')
		.generateKeyPairSync('ec', {namedCurve: 'P-256'});
	const other = file('other', privateKey.export({type: 'pkcs8', format: 'pem'}).toString());
	expect(problemOf({key: other})).toContain(`The key ${other} does not match the certificate`);
	expect(problemOf({cert: certificateFile('expired')})).toMatch(/expired on \d{4}-\d\d-\d\d\.$/);
	expect(problemOf({cert: certificateFile('not-yet')})).toMatch(/is not valid before \d{4}-\d\d-\d\d\.$/);
	const closed = file('closed', 'x', 0o000);
	chmodSync(closed, 0o000);
	// The superuser can read it.
	expect(problemOf({key: closed})).toMatch(/No permission to read|is not a key/);
});

/** A service with TLS on files that the test changes. */
async function serveSecurely() {
	const folder = tempFolder();
	const files = {cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem')};
	copyFileSync(good.cert, files.cert);
	copyFileSync(good.key, files.key);
	const {demo} = await openService();
	const clock = manualClock(now);
	const problems: string[] = [];
	let reloads = 0;
	const certificates = watchCertificate(files, {
		clock,
		onReload: () => void reloads++,
		onProblem: problem => void problems.push(problem),
		onExpiry: () => {},
	});
	const port = await listen(demo, {port: 0, certificates});
	onTestFinished(async () => {
		certificates.close();
		await port.close();
	});
	return {
		...port,
		files,
		problems,
		reloads: () => reloads,
		certificates,
		pass: () => clock.advance(10_000),
		token: demo.credentials.token,
		number: Number(new URL(port.url).port),
		demo,
	};
}
type Secure = Awaited<ReturnType<typeof serveSecurely>>;

const connect = (port: number, more: tls.ConnectionOptions = {}): Promise<TLSSocket> =>
	new Promise((resolve, reject) => {
		const socket = tls.connect({port, host: '127.0.0.1', rejectUnauthorized: false, ...more});
		onTestFinished(() => void socket.destroy());
		socket.once('secureConnect', () => resolve(socket));
		socket.once('error', reject);
	});

const serialOf = async ({number}: Secure) => (await connect(number)).getPeerCertificate().fingerprint256;

const ask = (socket: TLSSocket, token: string): Promise<string> =>
	new Promise(resolve => {
		socket.once('data', data => resolve(String(data).split('\r\n', 1)[0] ?? ''));
		socket.write(`GET /team/my HTTP/1.1\r\nHost: localhost\r\nApplication-Token: ${token}\r\n\r\n`);
	});

test('REST and the feed use TLS 1.2 or newer, and a page of the same host with http is another origin', async () => {
	const served = await serveSecurely();
	const {url, feedUrl, number, token} = served;
	expect([url, feedUrl]).toEqual([`https://127.0.0.1:${number}`, `wss://127.0.0.1:${number}/websocket`]);
	const ca = readFileSync(certificateFile('authority'));
	const statusOf = (headers: Record<string, string>) =>
		new Promise(resolve => {
			const all = {'Application-Token': token, ...headers};
			request(
				`${url}/team/my`,
				{ca, headers: all, servername: '', checkServerIdentity: () => undefined},
				answer => resolve(answer.resume().statusCode),
			).end();
		});
	expect(await statusOf({})).toBe(200);
	const origin = (scheme: string, host = '127.0.0.1', port = '') => ({
		Host: `${host}${port}`,
		Origin: `${scheme}://${host}`,
	});
	expect(await statusOf(origin('https'))).toBe(200);
	expect(await statusOf(origin('https', 'localhost', ':443'))).toBe(200);
	expect(await statusOf(origin('http'))).toBe(403);
	expect(await statusOf({Host: 'evil.example'})).toBe(403);
	await expect(connect(number, {minVersion: 'TLSv1', maxVersion: 'TLSv1.1'})).rejects.toThrow(
		/alert|version|protocol/i,
	);
	expect((await connect(number, {maxVersion: 'TLSv1.2'})).getProtocol()).toBe('TLSv1.2');
	const {WebSocket} = await import('ws');
	const socket = new WebSocket(feedUrl, 'v12.stomp', {ca, headers: {'Application-Token': token}});
	onTestFinished(() => socket.terminate());
	await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
	expect(socket.protocol).toBe('v12.stomp');
});

test('a new certificate serves new connections, and the open ones continue', async () => {
	const served = await serveSecurely();
	const {files, pass, number, token, problems} = served;
	const first = await serialOf(served);
	const open = await connect(number);
	expect(await ask(open, token)).toContain('200');
	// As certbot and others do it: a new file under the old name.
	copyFileSync(certificateFile('elsewhere'), `${files.cert}.new`);
	renameSync(`${files.cert}.new`, files.cert);
	expect(await serialOf(served)).toBe(first);
	await pass();
	const second = await serialOf(served);
	expect(second).not.toBe(first);
	expect(await ask(open, token)).toContain('200');
	expect([served.reloads(), problems]).toEqual([1, []]);
	await pass();
	expect(served.reloads()).toBe(1);
});

test('keeps the old certificate if the new one is unusable, and tries the next change', async () => {
	const served = await serveSecurely();
	const {files, pass, problems, certificates} = served;
	const first = await serialOf(served);
	copyFileSync(certificateFile('expired'), files.cert);
	await pass();
	rmSync(files.cert);
	await pass();
	// Without a change, a reload by hand says the same again.
	certificates.reload();
	expect(problems).toEqual([
		expect.stringMatching(/expired on/),
		`There is no file ${files.cert}.`,
		`There is no file ${files.cert}.`,
	]);
	expect(await serialOf(served)).toBe(first);
	expect(served.reloads()).toBe(0);
	copyFileSync(certificateFile('elsewhere'), files.cert);
	await pass();
	expect(await serialOf(served)).not.toBe(first);
	expect([served.reloads(), problems.length]).toEqual([1, 3]);
});

test('a half-written chain keeps the old certificate until the file is complete', async () => {
	const served = await serveSecurely();
	const {files, pass, problems} = served;
	const first = await serialOf(served);
	const chain = readFileSync(certificateFile('elsewhere'), 'utf8') + readFileSync(good.cert, 'utf8');
	writeFileSync(files.cert, chain.slice(0, -100));
	await pass();
	expect(problems).toEqual([expect.stringContaining(`The certificate ${files.cert} cannot be used`)]);
	expect(await serialOf(served)).toBe(first);
	writeFileSync(files.cert, chain);
	await pass();
	expect(await serialOf(served)).not.toBe(first);
	expect([served.reloads(), problems.length]).toEqual([1, 1]);
});

test('a certificate that expires within two weeks is reported once a day', async () => {
	const {expiresAt} = readCertificate(good, now);
	const day = 24 * 3_600_000;
	const clock = manualClock(expiresAt - 14 * day - 15_000);
	const reports: number[] = [];
	const {close} = watchCertificate(good, {
		clock,
		onReload: () => {},
		onProblem: () => {},
		onExpiry: at => void reports.push(at),
	});
	await clock.advance(10_000);
	expect(reports).toEqual([]);
	await clock.advance(10_000);
	await clock.advance(10_000);
	expect(reports).toEqual([expiresAt]);
	clock.setAhead(day);
	await clock.advance(10_000);
	clock.setAhead(20 * day);
	await clock.advance(10_000);
	expect(reports).toHaveLength(3);
	close();
	clock.setAhead(day);
	await clock.advance(10_000);
	expect(reports).toHaveLength(3);
});
