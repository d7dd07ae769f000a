import {expect, test} from 'vitest';
import {openService} from '../shipped/shipped.ts';
import {runCli} from './run-cli.ts';

const check = (text: string, env: Record<string, string> = {}) =>
	runCli(['automation', 'check', '-'], {env, stdin: text});

const file = (lines: string) => `name: x\ntargets: {all: true}\nworkflow: [{type: START}]\n${lines}\n`;

test.each([
	['targets: {all: true}\nworkflow: [{type: START}]', /^rcondeck: error: name: Enter a name\.$/m],
	[
		'name: x\ntargets: {all: yes}\nworkflow: [{type: START}]',
		/^rcondeck: error: targets\.all: expected boolean, received string$/m,
	],
	['name: x\nworkflow: {type: START}', /^rcondeck: error: workflow: expected array/m],
	[
		'name: x\nworkflow: [{type: RCON}]',
		/^rcondeck: error: workflow\.0\.command: RCON needs the field "command"$/m,
	],
	[
		'name: x\nworkflow: [{type: WAIT, seconds: soon}]',
		/^rcondeck: error: workflow\.0\.seconds: expected number, received NaN$/m,
	],
	[
		'name: x\nworkflow: [{type: RCON, command: "say {upper(}"}]',
		/^rcondeck: error: workflow\.0\.command: automation\.expression_error: \{upper\(\}/m,
	],
	[
		'name: x\nworkflow: [{type: NOTIFY, message: "{minutes} left"}]',
		/workflow\.0\.message: automation\.expression_error: \{minutes\}: Unknown name minutes\. Known: teamName, nowIso, .*targets, outputs\.$/m,
	],
	[
		'name: x\ntargets: {all: true}\nworkflow: [{type: RESART}]',
		/^rcondeck: error: workflow\.0\.type: unknown step type RESART; did you mean RESTART\?$/m,
	],
	[
		"name: x\ntargets: {all: true, players: '<5'}\nworkflow: [{type: START}]",
		/^rcondeck: error: targets\.players: unknown field: ignoring it would select more servers than intended$/m,
	],
	[
		'name: x\ntargets: {gametype: CS2}\nworkflow: [{type: START}]',
		/^rcondeck: error: targets\.gametype: .*; did you mean gameType\?$/m,
	],
	[
		file('trigger: {type: STATE_CHANGE, to: OFFLINE, server: alpha}'),
		/^rcondeck: error: trigger\.server: unknown field/m,
	],
	[file('trigger: {cron: 61 * * * *}'), /^rcondeck: error: trigger: invalid schedule "61 \* \* \* \*"/m],
	[file('trigger: {cron: 0 0 30 2 *}'), /^rcondeck: error: trigger: .*The schedule has no future time\.$/m],
	[
		file('trigger: {cron: 0 5 * * *, timezone: Mars/Base}'),
		/^rcondeck: error: trigger: invalid schedule "0 5 \* \* \*": Unknown time zone "Mars\/Base"\.$/m,
	],
	[
		'name: x\nworkflow: [{type: WAIT}]',
		/^rcondeck: error: workflow\.0\.seconds: WAIT needs the field "seconds", such as 300$/m,
	],
])('automation check reports %j as an error, and fails', async (text, problem) => {
	const {code, err} = await check(text);
	expect(err).toMatch(problem);
	expect(code).toBe(1);
});

test.each([
	['name: x\nworkflow: [{type: discord, content: x}]', /workflow\.0\.type: the local service cannot post/],
	['name: x\nworkflow: [{type: START, comand: x}]', /workflow\.0\.comand: START has no field "comand"/],
	['name: x\nworkflow: []', /workflow: no steps/],
	[
		'name: x\nworkflow: [{type: WAIT_FOR_EMPTY, timeoutSec: 14400}, {type: WAIT, seconds: 60}]',
		/runTimeoutSec: the steps wait up to 4h 1m, but a run ends after 1h/,
	],
	[
		'name: x\nworkflow: [{type: NOTIFY, message: "{outputs.rcon(\'p\').responses}"}]',
		/workflow\.0\.message: no RCON step has the var "p"/,
	],
	['name: x\nworkflow: [{type: START}]', /targets: no selection/],
	[file('trigger: {cron: 0 5 * * *, timeZone: Europe/Berlin}'), /trigger\.timeZone: unknown field/],
	[file('trigger: {type: FULL_MOON}'), /trigger: neither a cron schedule nor STATE_CHANGE/],
	[file('colour: red'), /colour: unknown field/],
	[
		'name: x\ntargets: {triggerSource: true}\ntrigger: {cron: 0 5 * * *}\nworkflow: [{type: START}]',
		/targets\.triggerSource: only a state change/,
	],
])('automation check warns of %j, and succeeds', async (text, problem) => {
	const {code, err} = await check(text);
	expect(err).toMatch(problem);
	expect(err).toMatch(/^rcondeck: warning: /m);
	expect(code).toBe(0);
});

test('automation check reports all problems of a file at once', async () => {
	const {err} = await check('workflow: [{type: RCON}, {type: WAIT, seconds: soon}]\ntrigger: {cron: never}');
	expect(err.split('\n').filter(line => line.startsWith('rcondeck: error: '))).toHaveLength(4);
});

test.each([
	['name: [', /Line \d+: not valid YAML/],
	['{"name": "x",}', /not valid JSON/],
	['just text', /The file has no keys/],
	[`${'a: {'.repeat(300)}${'}'.repeat(300)}`, /deep|nest|level/],
	['', /no keys/],
])('automation check refuses %j, which it cannot read', async (text, problem) => {
	const {code, err, out} = await check(text);
	expect({code, out}).toEqual({code: 2, out: ''});
	expect(err).toMatch(problem);
});

test('automation check shows the steps of an automation, its servers and its next run', async () => {
	const {env} = await openService();
	const text = `# A comment
name: Nightly
targets: {serverIds: [alpha, charlie]}
trigger: {cron: 30 4 * * *, timezone: Europe/Berlin}
workflow:
  - {type: RCON, command: SaveWorld, var: saved}
  - {type: wait-timed, seconds: 90}
  - {type: RESTART}
`;
	const {code, out, err} = await check(text, {...env});
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toMatch(/^Runs +every day at 04:30, Europe\/Berlin$/m);
	expect(out.match(/\d{4}-\d\d-\d\dT\d\d:30:00(?:Z|[+-]\d\d:\d\d)$/gm)).toHaveLength(3);
	expect(out).toMatch(/^Servers +Alpha\n +Charlie$/m);
	expect(out).toMatch(/^Steps +1\. send `SaveWorld`, answer in "saved"\n +2\. wait 1m 30s\n +3\. restart$/m);
	const json = await runCli(['automation', 'check', '-', '--json'], {env, stdin: text});
	expect(JSON.parse(json.out)).toMatchObject({
		check: [
			{isValid: true, problems: [], servers: ['alpha', 'charlie'], next: {length: 3}, steps: {length: 3}},
		],
	});
});

test('create and edit read the same YAML as check', async () => {
	const {env} = await openService();
	const stdin = '# Nightly\nname: From a file\nenabled: false # for now\nworkflow: [{type: START}]\n';
	const {code, out} = await runCli(['automation', 'create', '-f', '-', '--yes', '--json'], {env, stdin});
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({automations: [{name: 'From a file', enabled: false}]});
	const edit = ['automation', 'edit', 'From a file', '-f', '-', '--yes', '--json'];
	const edited = await runCli(edit, {env, stdin: 'runTimeoutSec: 90\n'});
	expect(JSON.parse(edited.out)).toMatchObject({automations: [{runTimeoutSec: 90, enabled: false}]});
});

test('automation check lists the expressions that are known', async () => {
	const message =
		"{join(targets.failed.names, ', ')} on {date}, {trim(outputs.rcon('p').byId('a').response)}, {date}";
	const steps = [
		{type: 'RCON', command: 'list', var: 'p'},
		{type: 'NOTIFY', message},
	];
	const {code, out} = await check(JSON.stringify({name: 'x', targets: {all: true}, workflow: steps}));
	expect(code).toBe(0);
	expect(out).toMatch(
		/^Expressions +\{join\(targets\.failed\.names, ', '\)\}\n +\{date\}\n +\{trim\(outputs\.rcon\('p'\)\.byId\('a'\)\.response\)\}$/m,
	);
});
