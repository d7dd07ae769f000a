import {describe, expect, test} from 'vitest';
import {openHeadlessApp, server} from '../helpers/headless-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {httpService} from '../helpers/http-service.ts';
import {configFolder} from './config-folder.ts';
import {recordingService} from './recording-service.ts';
import {runCli} from './run-cli.ts';

/** A typed delay, the minutes that are sent, and the form in the equivalent command. */
const delays: [typed: string, minutes: number, written: string][] = [
	['10m', 10, '10m'],
	['600s', 10, '10m'],
	['10 minutes', 10, '10m'],
	['2h', 120, '2h'],
	['1h30m', 90, '90m'],
	['3d', 4320, '3d'],
];

const intervals: [typed: string, everyMs: number, written: string][] = [
	['30', 30_000, '30s'],
	['90s', 90_000, '90s'],
	['2m', 120_000, '2m'],
];

/** The review of the dialog that a key opens on a server, with its fields filled in. */
async function review(key: string, ...fields: string[]) {
	const app = openHeadlessApp([server('a', 'ONLINE', {gameType: 'CS2'})], 'a');
	await app.openDialog(key);
	for (const text of fields) {
		app.press('ctrl+u');
		app.type(text);
		app.press('tab');
	}
	app.press('enter');
	await app.settle();
	return app;
}

const rowsOf = (app: Awaited<ReturnType<typeof review>>) =>
	app
		.view()
		?.review?.rows.flatMap(({lines}) => lines)
		.join('\n');

async function dryRun(command: string, ...argv: string[]) {
	const {env} = await recordingService();
	const ran = await runCli([command, '--dry-run', '--json', ...argv], {env});
	return ran.code === 0 ? JSON.stringify(JSON.parse(ran.out)) : ran.err;
}

describe.each(delays)('a delay of %s', (typed, minutes, written) => {
	test('is the same in a dialog, whose equivalent command shows the unit', async () => {
		const rows = rowsOf(await review('R', typed));
		expect(rows).toContain(`{"delayMinutes":${minutes}}`);
		expect(rows).toContain(`restart --delay ${written} --yes name-a`);
		expect(rows).toContain(`starts in ${written}`);
	});

	test('is the same in a one-shot command', async () => {
		expect(await dryRun('restart', 'one', '--delay', typed)).toContain(`{"delayMinutes":${minutes}}`);
	});

	test('is the same in line mode', async () => {
		const stream = await openLineModeApp();
		await stream.comes('feed LIVE');
		await stream.line(`:restart Alpha in ${typed} saying Back`);
		await stream.comes(`"delayMinutes":${minutes}`);
		expect(stream.output()).toContain(`"delayMinutes":${minutes}`);
	});
});

test('a delay without a unit is refused, except in a dialog, which shows the unit beside it', async () => {
	const advice = 'Use 10m for minutes or 10s for seconds.';
	expect(await dryRun('restart', 'one', '--delay', '10')).toContain(advice);
	expect(rowsOf(await review('R', '10'))).toContain('{"delayMinutes":10}');
	const stream = await openLineModeApp();
	await stream.comes('feed LIVE');
	await stream.line(':restart Alpha in 10 saying Back');
	await stream.comes(advice);
	expect(stream.output()).not.toContain('delayMinutes');
	// The question keeps what was typed.
	expect(await stream.line('m')).toContain('"delayMinutes":10');
});

describe.each(intervals)('an interval of %s', (typed, everyMs, written) => {
	test('is the same in a dialog, whose equivalent command shows the unit', async () => {
		const app = await review('w', 'status', typed);
		expect(rowsOf(app)).toContain(`watch --every ${written} name-a -- status`);
		app.press('tab');
		app.press('enter');
		await app.settle();
		expect(app.state().watches).toMatchObject([{everyMs}]);
	});

	test('is accepted by a one-shot command', async () => {
		expect(await dryRun('watch', 'one', '--every', typed, '--', 'status')).toContain('"command":"status"');
	});

	test('is the same in line mode', async () => {
		const stream = await openLineModeApp();
		await stream.comes('feed LIVE');
		await stream.line(':use Alpha');
		expect(await stream.line(`:watch status every ${typed}`)).toContain(`watch --every ${written} Alpha`);
	});
});

test('a timeout without a unit is seconds', async () => {
	for (const typed of ['2', '2s', '2000ms']) {
		expect(await dryRun('rcon', 'one', '--timeout', typed, '--', 'status')).toContain('2000');
	}
	expect(await dryRun('rcon', 'one', '--timeout', '26s', '--', 'status')).toContain('Use 1ms to 25s');
});

test('a gate timeout without a unit is seconds', async () => {
	const restart = (timeout: string) => dryRun('restart', 'one', '--rolling', '1', '--gate-timeout', timeout);
	for (const timeout of ['90s', '90', '5m']) expect(await restart(timeout)).toContain('/server/a/restart');
	for (const timeout of ['30s', '5']) expect(await restart(timeout)).toContain('Use 1m to 2h');
});

test.each([
	['90s', 'Use a whole number of minutes'],
	['abc', 'Use 90s, 10m, 2h or 3d'],
	['8d', 'Use at most 7d'],
])('rejects a delay of %s and suggests a valid form', async (typed, advice) => {
	expect(await dryRun('restart', 'one', '--delay', typed)).toContain(advice);
	const {fields = []} = (await review('R', typed)).view() ?? {};
	expect(fields[0]?.problem).toContain(advice);
});

test.each([
	['1', '1s'],
	['1s', '1s'],
	['1000ms', '1s'],
])('--deadline %s is %s', async (given, written) => {
	const {url} = await httpService(() => {});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const {code, err} = await runCli(['servers', '--deadline', given], {env});
	expect({code, err}).toEqual({code: 9, err: expect.stringContaining(`within ${written} `)});
});

test.each(['0', '500ms', '2d', 'soon', '-1s'])('--deadline %s is wrong usage', async given => {
	const env = {RCONDECK_URL: 'http://127.0.0.1:1', RCONDECK_TOKEN: 't'};
	const {code, err} = await runCli(['servers', `--deadline=${given}`], {env});
	expect({code, err}).toEqual({code: 2, err: expect.stringContaining(`"${given}" for --deadline`)});
});

test.each([
	['7', '7'],
	['2.5', '2.5'],
	['"10s"', '10'],
	['"2m"', '120'],
])('poll_seconds = %s polls every %s seconds', async (written, seconds) => {
	const {env} = configFolder({'config.toml': `poll_seconds = ${written}\n`});
	const {out} = await runCli(['config', 'show'], {env});
	expect(out).toMatch(new RegExp(`^poll_seconds +${seconds} `, 'm'));
});

test.each(['"often"', '"500ms"', '"2h"', '0'])('rejects poll_seconds = %s', async written => {
	const {env} = configFolder({'config.toml': `poll_seconds = ${written}\n`});
	expect(await runCli(['config', 'check'], {env})).toMatchObject({
		code: 2,
		out: expect.stringContaining('poll_seconds'),
	});
});
