import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	formTyped,
	type FormValues,
	partsOf,
	readTexts,
	textsOf,
} from '../../src/actions/automation-form/form-texts.ts';
import {stepLine, stepOf} from '../../src/actions/automation-form/step-text.ts';
import {targetsIn, targetsText} from '../../src/actions/automation-form/targets-text.ts';
import {readWhen, triggerOf, whenText} from '../../src/actions/automation-form/when-text.ts';
import {FieldProblem} from '../../src/actions/field.ts';
import type {Known} from '../../src/actions/context.ts';
import {aServer} from '../helpers/builders.ts';

const servers = [
	aServer({id: 'a', displayName: 'Alpha', gameType: 'CS2', nodeId: 'n1', nodeName: 'eu-1'}),
	aServer({
		id: 'b',
		displayName: 'Bravo, the second',
		gameType: 'ARK_ASCENDED',
		nodeId: 'n1',
		nodeName: 'eu-1',
	}),
	aServer({id: 'c', displayName: 'Charlie', gameType: 'ARK_ASCENDED', nodeId: 'n2', nodeName: 'eu 2'}),
];
// The form looks up names in these alone.
const known = {servers: new Map(servers.map(server => [server.id, server])), nodes: []} as unknown as Known;
const context = {known, isUtc: true};

test.each([
	['05:00', '0 5 * * *'],
	['daily 5:30', '30 5 * * *'],
	['Mon,Thu 05:00', '0 5 * * 1,4'],
	['mon-fri 06:15', '15 6 * * 1-5'],
	['weekdays 04:00 16:00', '0 4,16 * * 1-5'],
	['every 30m', '*/30 * * * *'],
	['2h', '0 */2 * * *'],
	['every 1h', '0 * * * *'],
	['every day 05:00', '0 5 * * *'],
	['0 5 1 * *', '0 5 1 * *'],
	['0 0 18 ? * THU', '0 0 18 ? * THU'],
])('reads the schedule %s', (line, cron) => {
	expect(triggerOf(line, undefined, 'Europe/Berlin')).toEqual({
		type: 'CRON',
		cron,
		timezone: 'Europe/Berlin',
	});
	expect(triggerOf(`${line} Asia/Tokyo`, undefined, 'UTC')).toMatchObject({cron, timezone: 'Asia/Tokyo'});
});

test.each([
	'25:00',
	'05:60',
	'every 45m',
	'every 7h',
	'05:00 06:30',
	'Foo 05:00',
	'tomorrow',
	'{"type":',
	'every 0m',
])('refuses the schedule %s', line => expect(() => readWhen(line)).toThrow(FieldProblem));

test.each([
	[null, ''],
	[{cron: '0 5 * * *', timezone: 'UTC'}, '05:00'],
	[{cron: '0 5 * * *'}, '05:00'],
	[{cron: '0 5 * * 1,4', timezone: 'Europe/Berlin'}, 'Mon,Thu 05:00 Europe/Berlin'],
	[{cronExpression: '*/15 * * * *', timezone: 'UTC'}, 'every 15m'],
	[{cron: '0 0 18 ? * THU', timezone: 'UTC'}, '0 0 18 ? * THU'],
	[{type: 'STATE_CHANGE', from: 'ONLINE', to: ['OFFLINE', 'RESTARTING']}, 'on crash'],
	[{type: 'STATE_CHANGE', to: 'OFFLINE'}, 'on OFFLINE'],
	[
		{type: 'STATE_CHANGE', to: 'OFFLINE', gameType: 'CS2'},
		'{"type":"STATE_CHANGE","to":"OFFLINE","gameType":"CS2"}',
	],
	[{type: 'MOON', phase: null}, '{"type":"MOON","phase":null}'],
])('shows the trigger %j as %s', (trigger, line) => {
	expect(whenText(trigger, 'UTC')).toBe(line);
	expect([triggerOf(line, trigger, 'UTC')]).toMatchObject([trigger]);
});

test.each([
	[{}, ''],
	[{all: true}, 'all'],
	[{all: true, state: 'ONLINE'}, 'all state:ONLINE'],
	[{gameType: 'ARK_ASCENDED', nodeId: 'n2'}, 'game:ARK_ASCENDED node:"eu 2"'],
	[{name: 'pvp'}, 'name:pvp'],
	[{triggerSource: true}, 'source'],
	[{serverIds: ['a', 'c']}, 'Alpha, Charlie'],
	[{serverIds: ['b', 'gone-1']}, 'id:b, id:gone-1'],
	[{serverIds: ['a'], odd: 1}, '{"serverIds":["a"],"odd":1}'],
	[{gameType: 'a\u001b[31m'}, String.raw`{"gameType":"a\u001b[31m"}`],
	[{tag: 'pvp'}, '{"tag":"pvp"}'],
	[{serverIds: [{deep: 1}]}, '{"serverIds":[{"deep":1}]}'],
])('shows the targets %j as %s', (targets, line) => {
	expect(targetsText(targets, context)).toBe(line);
	expect(targetsIn(line, context)).toEqual(targets);
});

test('finds games by alias, nodes and servers by name, and reports unknown ones', () => {
	expect(targetsIn('game:ark', context)).toEqual({gameType: 'ARK_ASCENDED'});
	expect(targetsIn('node:eu-1 state:online', context)).toEqual({nodeId: 'n1', state: 'ONLINE'});
	expect(() => targetsIn('state:ONLINEgame:CS2', context)).toThrow(
		'Missing space before "game:CS2". Use state:ONLINE game:CS2.',
	);
	expect(() => readWhen('on OFFLINEgame:CS2')).toThrow('Invalid state "OFFLINEgame:CS2"');
	expect(targetsIn('alpha,char', context)).toEqual({serverIds: ['a', 'c']});
	expect(() => targetsIn('Zulu', context)).toThrow('There is no server "Zulu".');
});

test.each([
	['announce Restart in 5 minutes', {type: 'ANNOUNCE', message: 'Restart in 5 minutes'}],
	['wait 5m', {type: 'WAIT', seconds: 300}],
	['wait empty within 4h', {type: 'WAIT_FOR_EMPTY', timeoutSec: 14_400}],
	['command save-all', {type: 'RCON', command: 'save-all', awaitMode: 'ALWAYS'}],
	['send say hi', {type: 'RCON', command: 'say hi'}],
	['restart', {type: 'RESTART'}],
	['start within 10m', {type: 'START', timeoutSec: 600}],
	['stop Back soon', {type: 'STOP', message: 'Back soon'}],
	['kill', {type: 'STOP', forceStop: true}],
	['backup', {type: 'BACKUP'}],
	['webhook {targets.active.size} crashed', {type: 'WEBHOOK', message: '{targets.active.size} crashed'}],
	['{"type":"RCON","command":"list","var":"x"}', {type: 'RCON', command: 'list', var: 'x'}],
	['{"type":"DANCE"}', {type: 'DANCE'}],
])('converts the line %s to the step %j and back', (line, step) => {
	expect(stepOf(line)).toEqual(step);
	expect(stepLine(step)).toBe(line);
});

test.each(['dance', 'wait', 'wait soon', 'restart now', 'announce', '{"type":'])(
	'refuses the step %s',
	line => expect(() => stepOf(line)).toThrow(FieldProblem),
);

const valuesOf = (typed: ReturnType<typeof formTyped>): FormValues => {
	const {when, servers: named, empty, turns} = typed;
	const {steps = []} = readTexts(typed.formed);
	return {when, servers: named, empty, turns, steps};
};

test('an untouched form sends any record back unchanged', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), fc.array(fc.jsonValue()), (targets, trigger, workflow) => {
			const base = {targets, trigger, workflow};
			const typed = formTyped(textsOf(base, context));
			const texts = readTexts(typed.formed);
			const values = valuesOf(typed);
			expect(partsOf.targets(values, texts, base, context)).toBe(targets);
			expect(partsOf.trigger(values, texts, base, context)).toBe(trigger);
			expect(partsOf.workflow(values, texts, base)).toBe(workflow);
		}),
	);
});

test('a changed step leaves the others as they were, with fields that the form does not know', () => {
	const odd = {type: 'RESTART', deep: {kept: [1, {odd: null}]}};
	const base = {workflow: [{type: 'ONLY_EMPTY'}, {type: 'WAIT', seconds: 60}, odd]};
	const typed = formTyped(textsOf(base, context));
	expect(typed).toMatchObject({empty: 'yes', turns: 'no', step1: 'wait 1m', step2: JSON.stringify(odd)});
	const values = {...valuesOf(typed), steps: ['wait 2m', JSON.stringify(odd), 'backup']};
	expect(partsOf.workflow(values, readTexts(typed.formed), base)).toEqual([
		{type: 'ONLY_EMPTY'},
		{type: 'WAIT', seconds: 120},
		odd,
		{type: 'BACKUP'},
	]);
});

test('one at a time is a field of every step in turns, and shown only if all of them have it', () => {
	const inTurns = [
		{type: 'BACKUP', atOnce: 1},
		{type: 'WAIT', seconds: 1},
		{type: 'RESTART', atOnce: 1},
	];
	const texts = textsOf({workflow: inTurns}, context);
	expect(texts).toMatchObject({turns: 'yes', steps: ['backup', 'wait 1s', 'restart']});
	const values: FormValues = {...texts, steps: ['backup', 'restart'], turns: 'yes'};
	expect(partsOf.workflow(values, texts, {workflow: inTurns})).toEqual([
		{type: 'BACKUP', atOnce: 1},
		{type: 'RESTART', atOnce: 1},
	]);
	expect(textsOf({workflow: [{type: 'RESTART', atOnce: 2}]}, context)).toMatchObject({turns: 'no'});
});

test('more steps than the form has fields are left to the editor', () => {
	const workflow = Array.from({length: 16}, () => ({type: 'START'}));
	const texts = textsOf({workflow}, context);
	expect(texts.steps).toBeUndefined();
	const typed = formTyped(texts);
	expect(partsOf.workflow(valuesOf(typed), readTexts(typed.formed), {workflow})).toBe(workflow);
});
