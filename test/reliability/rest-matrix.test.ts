import {readFileSync} from 'node:fs';
import {beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {certificateFile, openSecureService} from '../helpers/secure-service.ts';
import {runCli} from '../cli/run-cli.ts';
import {openPtyTui, type PtyTui} from '../pty/pty-tui.ts';
import {openOtherHost} from '../shipped/other-host.ts';
import {openShipped} from '../shipped/shipped.ts';
import {openFaultyService, overlappingPolls, type FaultyService, type RestFault} from './faulty-service.ts';
import {restFault, restFaults} from './rest-faults.ts';

const lost = /The connection to 127\.0\.0\.1:\d+ was lost before the answer was complete/;
/** Late, and then overdue: a busy machine may not paint the first. */
const late = /waiting for the service \(\d+s\)|no answer from the service for|did not answer within 15s/;
const limited = /Too many requests/;
const tooLarge = /is larger than 128 MiB/;
const noJson = /The answer is not valid JSON/;
const unexpected = /The answer has an unexpected format/;
const quarter = /retry in 15m or with r: Too many requests/;

/** What the TUI shows during each fault. Without an entry, the fault must not disturb: the list is up to date. */
const shown: Record<string, RegExp> = {
	refused: /Nothing is listening at/,
	'reset before the headers': lost,
	'closed before the headers': lost,
	'reset before the headers, after the service has acted': lost,
	'reset in the headers': lost,
	'reset after the headers': lost,
	'reset in the body': lost,
	'closed in the body': lost,
	'black hole': late,
	'stops after the headers': late,
	'stops in the body': late,
	'one byte a second': late,
	'no HTTP': /did not answer with valid HTTP/,
	'headers without end': /did not answer with valid HTTP/,
	'401': /Credentials refused \(401\)/,
	'403': /\[general\.forbidden\]/,
	'404': /\[general\.not_found\]/,
	'409': /\[server\.is_not_online\]/,
	'429': limited,
	'429 with Retry-After as a date': limited,
	'429 with Retry-After 999999999999': quarter,
	'500': /\[general\.internal_error\] The service failed \(500\)/,
	'502 as a web page': /The service failed \(502\)/,
	'503 with Retry-After 3600': /The service failed \(503\)/,
	'204': /The answer is empty/,
	'redirect to another host': /redirects to http:\/\/evil\.example\. Redirects are not followed/,
	'redirect to itself': /redirects to another path/,
	'status 999': /The service failed \(999\)/,
	'captive portal': /The answer is a web page/,
	'cut JSON': /the JSON ends early/,
	'malformed JSON': noJson,
	'two JSON values': noJson,
	'invalid UTF-8': /3 unknown/,
	'UTF-16': noJson,
	'nested 100 deep': /0 up 0 DOWN/,
	'nested 1,000,000 deep': /0 up 0 DOWN/,
	null: unexpected,
	nulls: /3 unreadable/,
	'list of nulls': /2 unreadable/,
	number: unexpected,
	text: unexpected,
	'list instead of a record': /0 up 0 DOWN/,
	'empty record': unexpected,
	'empty list': /0 up 0 DOWN/,
	'empty body': /The answer is empty/,
	'numbers instead of texts': /unknown/,
	'300 MB': tooLarge,
	'300 MB without a length': tooLarge,
	'announced length of 10 GB': tooLarge,
	'gzip bomb': tooLarge,
	'deflate bomb': tooLarge,
	'br bomb': tooLarge,
	'cut gzip': /did not answer with valid HTTP/,
	'gzip that is none': /did not answer with valid HTTP/,
	'unknown coding': noJson,
	'name of 1 MB': /name name n…characters\) /,
	'name with 1,000,000 marks': /… \([^)]*…characters\) /,
	'name with 100,000 joined emoji': /👧.*… ?characters\) /u,
	'node, map and game of 1 MB': /雪…\w*ters\)/,
	// An unread entry, or the open console if earlier faults moved the cursor to this server.
	'answer of 20 MB': /\+ Alpha|799,?990 more rows/,
	'id of 1 MB': /1 unreadable/,
	'5,000,000 lists': /The answer contains too many values/,
	'3,000,000 empty records':
		/list incomplete: only the first 200,?000 of 3,?000,?003 records are read .*1,?001 unreadable/,
	'100,000 times the same server': /\(\d+x\)|duplicate/,
	'100,000 servers': /33,?334 down/,
};

/** Shown as others are. Some are below, for a command that ends. */
const alike = new Set([
	'405',
	'408',
	'413',
	'421',
	'503',
	'504',
	...['2', '1e12', '-5', 'of another century', 'as nonsense'].map(value => `429 with Retry-After ${value}`),
]);

describe('the TUI survives each fault, reports it, and recovers', () => {
	let service: FaultyService;
	let tui: PtyTui;
	let asked = 0;
	beforeAll(async () => {
		const ends: (() => Promise<void>)[] = [];
		service = await openFaultyService();
		// With all memory of the machine, the peak depends on when garbage is collected.
		const env = {...service.env, RCONDECK_FEED_URL: 'off', NODE_OPTIONS: '--max-old-space-size=512'};
		tui = await openPtyTui({columns: 140, env, atEnd: end => void ends.push(end)});
		await tui.sees('Bravo');
		return async () => {
			for (const end of ends) await end();
			await service.close();
		};
	});

	/** Begins a fault, asks at once, and ends it again. The service changes meanwhile. */
	test.each(restFaults.filter(({name}) => !alike.has(name)).map(fault => [fault.name, fault] as const))(
		'%s',
		async (_, fault) => {
			const name = `Bravo ${++asked}.`;
			const {servers} = service.service.context.store;
			const bravo = servers.get('bravo');
			if (bravo) servers.put({...bravo, displayName: name});
			await service.rest.set(fault);
			onTestFinished(() => service.rest.set(undefined));
			tui.write('r');
			await tui.sees(shown[fault.name] ?? name);
			await service.rest.set(undefined);
			tui.write('r');
			await tui.sees(new RegExp(`1 down: Charlie[^]* ${name.replace('.', '\\.')} `));
		},
	);

	test('meanwhile it changed nothing, polled once at a time, and took memory for one answer', () => {
		expect(service.log.length).toBeGreaterThan(asked);
		expect(service.log.filter(({method}) => method !== 'GET')).toEqual([]);
		expect(overlappingPolls(service.log)).toEqual([]);
		const [, peak = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${tui.pid()}/status`, 'utf8')) ?? [];
		// Beside the heap, an answer of 128 MiB is in memory as received, as a whole and decoded.
		expect(Number(peak) / 1024).toBeLessThan(1500);
	});
});

/** The program in this process: what a fault looks like does not depend on the build. */
async function openProgram(atEnd: (end: () => Promise<void> | void) => void) {
	const service = await openFaultyService();
	atEnd(service.close);
	const run = (args: string[]) => runCli(args, {env: service.env, atEnd});
	return {service, run};
}

const unknown = 8;
const outcomes: [fault: string, code: number, posts: number][] = [
	['reset before the headers', unknown, 1],
	['reset before the headers, after the service has acted', unknown, 1],
	['reset in the body', unknown, 1],
	['no HTTP', unknown, 1],
	['401', 4, 1],
	['403', 5, 1],
	['404', 6, 1],
	['409', 7, 1],
	['421', 1, 1],
	['429', 10, 1],
	['429 with Retry-After 2', 10, 1],
	['500', unknown, 1],
	['502 as a web page', unknown, 1],
	['503 with Retry-After 3600', unknown, 1],
	['captive portal', unknown, 1],
	['redirect to another host', 1, 1],
];

test.concurrent(
	'a command is sent once, whatever happens to its answer',
	async ({onTestFinished, expect}) => {
		const {service, run} = await openProgram(onTestFinished);
		const seen: typeof outcomes = [];
		for (const [name] of outcomes) {
			const before = service.log.length;
			await service.rest.set(restFault(name), ({method}) => method === 'POST');
			const {code} = await run(['rcon', 'alpha', '--', 'status']);
			const posts = service.log.slice(before).filter(({method}) => method === 'POST');
			seen.push([name, code ?? -1, posts.length]);
		}
		expect(seen).toEqual(outcomes);
	},
);

const wait = (text: string) => `Too many requests. Wait${text} before you try again.`;
/** What `rcondeck servers` says about each class of fault, in one line, and its exit code. */
const oneShot: [fault: string, code: number, says: RegExp | string][] = [
	['refused', 9, /Nothing is listening at/],
	['reset before the headers', 9, lost],
	['reset in the body', 9, lost],
	['closed in the body', 9, lost],
	['no HTTP', 9, /did not answer with valid HTTP/],
	['401', 4, /does not accept these credentials \(general\.unauthorized\)\. Check RCONDECK_TOKEN/],
	['403', 5, 'The service refused the request (403) (general.forbidden).'],
	['404', 6, /Not found, or it belongs to another team \(general\.not_found\)/],
	['405', 1, 'The service refused the request (405).'],
	['408', 1, 'The service refused the request (408).'],
	['409', 7, /\(server\.is_not_online\)/],
	['413', 1, 'The service refused the request (413).'],
	['421', 1, 'The service refused the request (421).'],
	['429', 10, wait('')],
	['429 with Retry-After 2', 10, wait(' 2s')],
	['429 with Retry-After -5', 10, wait('')],
	['429 with Retry-After 999999999999', 10, wait(' 15m')],
	['429 with Retry-After of another century', 10, wait(' 15m')],
	['500', 9, 'The service failed (500) (general.internal_error). Try again in a moment.'],
	['502 as a web page', 9, 'The service failed (502). Try again in a moment.'],
	['503 with Retry-After 3600', 9, 'The service failed (503). Try again in a moment.'],
	['504', 9, 'The service failed (504). Try again in a moment.'],
	['204', 9, 'The answer is empty.'],
	['redirect to itself', 1, /redirects to another path\. Redirects are not followed/],
	['status 999', 9, 'The service failed (999). Try again in a moment.'],
	['captive portal', 9, /The answer is a web page/],
	['cut JSON', 9, /the JSON ends early/],
	['malformed JSON', 9, noJson],
	['UTF-16', 9, noJson],
	['nested 1,000,000 deep', 9, unexpected],
	['null', 9, unexpected],
	['nulls', 9, unexpected],
	['empty body', 9, 'The answer is empty.'],
	['300 MB', 9, tooLarge],
	['announced length of 10 GB', 9, tooLarge],
	['cut gzip', 9, /did not answer with valid HTTP/],
];

test.concurrent(
	'`servers` reports each class of fault in one line and with its exit code',
	async ({onTestFinished, expect}) => {
		const queue = [...oneShot];
		const wrong: unknown[] = [];
		const work = async () => {
			const {service, run} = await openProgram(onTestFinished);
			for (let next = queue.shift(); next; next = queue.shift()) {
				const [name, code, says] = next;
				await service.rest.set(restFault(name));
				const found = await run(['servers']);
				const [, line = ''] = /^rcondeck: (.*)\n$/.exec(found.err) ?? [];
				const isSaid = typeof says === 'string' ? line === says : says.test(line);
				if (found.code !== code || found.out !== '' || !isSaid) wrong.push({name, ...found});
				await service.rest.set(undefined);
			}
			await service.rest.set(restFault('node, map and game of 1 MB'));
			const {code, out, err} = await run(['servers']);
			// One line is long, not all.
			expect({code, err, bravo: out.split('\n')[2]}).toEqual({
				code: 0,
				err: '',
				bravo: expect.stringMatching(/^Bravo .{20,500}$/),
			});
			expect(service.log.filter(({method, inFlight}) => method !== 'GET' || inFlight > 1)).toEqual([]);
		};
		await Promise.all([work(), work(), work()]);
		expect(wrong).toEqual([]);
		const {run} = openShipped({atEnd: onTestFinished});
		const lookedUp = await run(['servers'], {
			env: {RCONDECK_URL: 'https://nowhere.invalid', RCONDECK_TOKEN: 't'},
		});
		expect(lookedUp).toMatchObject({
			code: 9,
			out: '',
			err: expect.stringMatching(/^rcondeck: [^\n]*nowhere\.invalid[^\n]*\n$/),
		});
	},
);

test.concurrent(
	'a host to which the service redirects gets no connection: neither from reads, commands nor the feed',
	async ({onTestFinished, expect}) => {
		const service = await openFaultyService();
		onTestFinished(service.close);
		const {run, start} = openShipped({env: service.env, atEnd: onTestFinished});
		const {port, connections} = await openOtherHost(onTestFinished);
		const location = `http://127.0.0.1:${port}/steal`;
		const says = expect.stringContaining(`redirects to http://127.0.0.1:${port}. Redirects are not followed`);
		for (const status of [301, 307]) {
			const redirect: RestFault = {
				name: 'redirect',
				act: ({send}) => send({status, headers: {location}, body: Buffer.alloc(0)}),
			};
			await service.rest.set(redirect);
			expect(await run(['servers'])).toMatchObject({code: 1, out: '', err: says});
			await service.rest.set(redirect, ({method}) => method === 'POST');
			expect(await run(['rcon', 'alpha', '--', 'status'])).toMatchObject({code: 1, err: says});
		}
		await service.rest.set(undefined);
		service.feed.set({
			name: 'redirect',
			act: ({client}) =>
				void client.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
		});
		await start(['feed']).saysOnError('the feed URL redirects to another address (HTTP 302)');
		expect(connections()).toBe(0);
		expect(service.log.filter(({method}) => method === 'POST')).toHaveLength(2);
	},
);

test.concurrent(
	'the TUI reports each certificate that must not be trusted, also in mid-session, and recovers',
	async ({onTestFinished, expect}) => {
		const {env, use} = await openSecureService('good', {atEnd: onTestFinished});
		const trust = {SSL_CERT_FILE: certificateFile('authority')};
		const tui = await openPtyTui({columns: 140, env: {...env, ...trust}, atEnd: onTestFinished});
		await tui.isLive();
		const reasons = [
			['expired', /has expired: ask the operator to renew it/],
			['elsewhere', /is for another name: check the base URL/],
			['self-signed', /is not trusted: check the base URL/],
			['not-yet', /is not valid yet: check the clock/],
			['no TLS', /does not speak TLS/],
		] as const;
		for (const [name, says] of reasons) {
			use(name);
			tui.write('r');
			await tui.sees(says);
			await tui.until('no live feed', () => !tui.shows('feed LIVE'));
		}
		use('good');
		tui.write('r');
		await tui.isLive();
		await tui.until('a fresh list', () => !tui.shows('!! list'));
		expect(tui.screen()).toContain('RUNNING');
	},
);
