import {brotliCompressSync, gzipSync} from 'node:zlib';
import {expect, onTestFinished, test} from 'vitest';
import {certificateFile, secureService} from '../helpers/secure-service.ts';
import {waitForClock} from '../pty/wait-for-clock.ts';
import {lastRow, openPtyTui, prompt, typeLine, type PtyTui} from '../pty/pty-tui.ts';
import {openService, openShipped, type Program} from './shipped.ts';
import {waitUntil} from '../helpers/wait-for.ts';

const encodings = {gzip: gzipSync, br: brotliCompressSync};

/** Journeys that must work in every shipped form: the bundle and the executable. */
export function testJourneys(program: Program): void {
	const open = (env: Record<string, string>) => openShipped({program, env});
	const openTerminal = (env: Record<string, string>, args: string[] = []) =>
		openPtyTui({program, env, args, columns: 100, rows: 30, isStream: true, atEnd: onTestFinished});

	test('a slow reader of a pipe gets all of 1 MB', async () => {
		const {env} = await openService({servers: 2500});
		// Reads in small pieces, because a pipe cannot be rewound.
		const reader = 'while IFS= read -r -N 4096 text || [ -n "$text" ]; do printf %s "$text"; done';
		const {code, out} = await open(env).shell(`set -o pipefail; rcondeck servers --json | ${reader}`);
		expect(code).toBe(0);
		expect(out.length).toBeGreaterThan(1_000_000);
		expect(JSON.parse(out)).toMatchObject({servers: {length: 2500}});
	});

	test.each(['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])(
		'a private certificate authority in %s is trusted, only if it is configured',
		async name => {
			const rcondeck = open(await secureService('good'));
			expect(await rcondeck.run(['servers'])).toMatchObject({code: 9, out: ''});
			const trusted = {[name]: certificateFile('authority')};
			const {code, out} = await rcondeck.run(['doctor'], {env: trusted});
			expect(code).toBe(0);
			expect(out).toMatch(/wss:\/\/127\.0\.0\.1:\d+\/websocket: live after/);
			expect((await rcondeck.run(['rcon', 'alpha', '--', 'status'], {env: trusted})).out).toContain(
				'de_mirage',
			);
		},
	);

	test.each(['gzip', 'br'] as const)('responses in %s are requested and read', async encoding => {
		const accepted = new Set<string | null>();
		const {env} = await openService({servers: 100}, async (request, service) => {
			accepted.add(request.headers.get('accept-encoding'));
			const plain = await service();
			const body = encodings[encoding](await plain.arrayBuffer());
			const headers = new Headers(plain.headers);
			headers.set('Content-Encoding', encoding);
			headers.delete('Content-Length');
			return new Response(body, {status: plain.status, headers});
		});
		const {code, out} = await open(env).run(['servers', '--json']);
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({servers: {length: 100}});
		expect([...accepted].join()).toContain(encoding);
	});

	test('a dialog with a long list of choices is drawn, and arrows choose in it', async () => {
		const tui = await openTerminal({}, ['--demo']);
		await tui.isLive();
		tui.write('C');
		await tui.sees('(*) ARK: Survival Ascended');
		await waitForClock(tui);
		tui.write('\t');
		await tui.sees('> Node');
		tui.write('\t');
		await tui.sees('> Game');
		tui.write('\x1b[C');
		await tui.sees('(*) Counter-Strike 2');
	});

	test('SIGUSR1 neither opens the inspector nor ends the program', async () => {
		const {env} = await openService();
		const rcondeck = open(env);
		const feed = rcondeck.start(['feed']);
		await feed.saysOnError('feed LIVE');
		feed.kill('SIGUSR1');
		await rcondeck.run(['rcon', 'alpha', '--', 'status']);
		await feed.says('de_mirage');
		feed.kill('SIGTERM');
		const {code, err} = await feed.ended;
		expect(code).toBe(143);
		expect(err).toMatch(/^(rcondeck: feed .*\n)+$/);
		const tui = await openTerminal(env);
		await tui.isLive();
		process.kill(tui.pid(), 'SIGUSR1');
		tui.write('?');
		await tui.sees('─ Keys: ');
		expect(tui.screen()).not.toMatch(/debugger|inspector/i);
		tui.write('\x1bq');
		await expectRestored(tui);
	});

	test('the TUI finds a server, sends a command, restarts it, and quits', async () => {
		const {env, asked} = await openService();
		const tui = await openTerminal(env);
		await tui.isLive();
		await tui.sees(/^>\S* +Charlie /m);
		tui.write('/alpha\r');
		await tui.sees('[Alpha 0p] rcon>');
		tui.write('i');
		await tui.sees(/rcon> *$/m);
		tui.write('status\r');
		await tui.sees('de_mirage');
		tui.write('\x1b');
		tui.write('R');
		await tui.sees('Delay');
		await waitForClock(tui);
		tui.write('\r');
		await tui.sees('POST /server/alpha/restart');
		await waitForClock(tui);
		tui.write('\t\r');
		await tui.until('end of the dialog', () => !tui.shows('Do nothing'));
		expect(asked).not.toContain('POST /server/alpha/restart');
		await waitUntil(() => asked.includes('POST /server/alpha/restart'));
		// Leaves the filter, then quits.
		tui.write('q');
		await tui.sees('Bravo');
		tui.write('q');
		await expectRestored(tui);
	});

	test('line mode selects a server, sends a command, and quits', async () => {
		const {env, asked} = await openService();
		const tui = await openTerminal(env, ['--screen-reader']);
		await tui.sees('SERVERS 3');
		await typeLine(tui, ':use alpha');
		await tui.sees(/Alpha \d+ players?\] rcon>/);
		await typeLine(tui, 'status');
		await tui.sees('de_mirage');
		expect(asked).toContain('POST /server/alpha/rcon');
		await typeLine(tui, ':quit');
		await expectRestored(tui);
	});
}

/** Expects the shell with exit code 0 and a restored terminal. */
async function expectRestored(tui: PtyTui): Promise<void> {
	await tui.until('shell', () => tui.isRestored() && prompt.test(lastRow(tui)));
	tui.write('echo "code $?"; stty -a\r');
	await tui.sees('code 0');
	await tui.sees(/[^-]icanon/);
}
