import {asRead} from '../../src/actions/automation-changes.ts';
import {expect, test} from 'vitest';
import {Automation} from '../../src/contract/models/automation.ts';
import {registry} from '../../src/app/features.ts';
import {noFiles} from '../../src/app/kernel/state/services.ts';
import {aboutOf} from '../../src/app/dialogs/dialog.ts';
import {createAutomation, editAutomation, typedFor} from '../../src/actions/automations.ts';
import type {Action} from '../../src/actions/action.ts';
import {editableJson} from '../../src/lib/json/json.ts';
import {after, aTeam} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';

const record = {
	id: 'auto',
	teamId: 'team',
	name: 'Nightly',
	description: null,
	enabled: true,
	createdAt: '2026-01-01T00:00:00.123456Z',
	updatedAt: '2026-01-02T00:00:00+00:00',
	targets: {serverIds: ['a'], odd: {deep: [null]}},
	workflow: [{type: 'RCON', command: 'save'}],
	trigger: null,
	runTimeoutSec: 0,
	cooldown: {minutes: 5, until: null},
};

/** A service with one automation: the record returned by the first read, and by all later reads. */
async function service(now: object = record) {
	let reads = 0;
	const {url, seen} = await httpService(({method, url: path}, response) => {
		if (path === '/team/my') json(response, 200, {id: 'team'});
		else if (method === 'GET') json(response, 200, [reads++ === 0 ? record : now]);
		else json(response, 200, {id: 'auto'});
	});
	const bodies = () =>
		seen.filter(({method}) => method === 'POST').map(({body}) => JSON.parse(body.toString()) as unknown);
	return {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}, bodies};
}

const edit = (fields: object, ...more: string[]) => [
	'automations',
	'edit',
	'Nightly',
	'-d',
	JSON.stringify(fields),
	...more,
];

test('an edit sends the complete record as it was read, with the changes', async () => {
	const {env, bodies} = await service();
	const {code} = await runCli(edit({enabled: false, tags: ['x']}, '--yes'), {env});
	expect({code, bodies: bodies()}).toEqual({code: 0, bodies: [{...record, enabled: false, tags: ['x']}]});
});

test('sends an edited record from the JSON list completely, and compares its version', async () => {
	const {env, bodies} = await service();
	const {out} = await runCli(['automations', '--json'], {env});
	const {automations} = JSON.parse(out) as {automations: object[]};
	const edited = {...automations[0], enabled: false};
	expect((await runCli(edit(edited, '--yes'), {env})).code).toBe(0);
	expect(bodies()).toMatchObject([{enabled: false, cooldown: record.cooldown, updatedAt: record.updatedAt}]);
});

test.each([
	[{id: 'other'}, 'id'],
	[{teamId: 'other'}, 'teamId'],
	[{createdAt: '2020-01-01T00:00:00Z'}, 'createdAt'],
	[{automationId: 'auto'}, 'automationId'],
	[{enabled: 'no'}, 'enabled'],
])('an edit with %j is wrong usage, names the field, and sends nothing', async (fields, name) => {
	const {env, bodies} = await service();
	const {code, err} = await runCli(edit(fields, '--yes'), {env});
	expect({code, bodies: bodies()}).toEqual({code: 2, bodies: []});
	expect(err).toContain(`The field ${name} `);
});

const theirs = {...record, updatedAt: '2026-01-03T00:00:00Z', cooldown: 'theirs', name: 'Theirs'};

test("asks before overwriting someone else's changes: without a yes it is a conflict", async () => {
	const interactive = await service(theirs);
	const no = await runCli(edit({name: 'Mine'}), {env: interactive.env, isTTY: true, stdin: 'n\n'});
	expect({code: no.code, bodies: interactive.bodies()}).toEqual({code: 7, bodies: []});
	expect(no.err).toContain('Someone else changed Nightly in the meantime (name, updatedAt)');
	const sure = await service(theirs);
	const yes = await runCli(edit({name: 'Mine'}, '--yes'), {env: sure.env});
	expect({code: yes.code, bodies: sure.bodies()}).toEqual({code: 0, bodies: [{...theirs, name: 'Mine'}]});
	expect(yes.err).toContain('Overwriting.');
});

test('an older version is a conflict without --yes, even if nobody can be asked', async () => {
	const {env, bodies} = await service();
	const {code} = await runCli(edit({name: 'Mine', updatedAt: '2026-01-01T12:00:00Z'}), {env});
	expect({code, bodies: bodies()}).toEqual({code: 7, bodies: []});
});

test('an automation that has been deleted is not found', async () => {
	const {env, bodies} = await service({id: 'other'});
	const {code} = await runCli(edit({name: 'Mine'}, '--yes'), {env});
	expect({code, bodies: bodies()}).toEqual({code: 6, bodies: []});
});

test('a new automation has the given fields, known or not, and none that the service sets', async () => {
	const {env, bodies} = await service();
	const fields = {name: 'New', description: null, trigger: null, cooldown: {minutes: 1}};
	const create = (given: object) =>
		runCli(['automation', 'create', '-d', JSON.stringify(given), '--yes'], {env});
	expect((await create(fields)).code).toBe(0);
	expect(bodies()).toEqual([{...fields, teamId: 'team'}]);
	for (const stray of [{id: 'x'}, {updatedAt: 'x'}, {teamId: 'other'}]) {
		const {code, err} = await create({...fields, ...stray});
		expect(code).toBe(2);
		expect(err).toContain(`The field ${Object.keys(stray)[0]} `);
	}
	expect(bodies()).toHaveLength(1);
});

/** The request of a dialog, and the command that it shows as its equivalent. */
function planOf(action: Action, typed: Record<string, string>) {
	const automation = Automation.parse(record);
	const known = {
		automation,
		trigger: '',
		brief: 'manual',
		upcoming: [],
		source: editableJson(asRead(automation)),
	};
	const state = after(
		{type: 'access/granted', team: aTeam({id: 'team'})},
		{type: 'automations/read', at: 0, list: [known], unreadable: []},
	);
	const target = {
		serverIds: [],
		subject: {id: 'auto', name: 'Nightly'},
		file: undefined,
		fresh: undefined,
	};
	const opened =
		action === editAutomation
			? typedFor({enabled: automation.enabled, record: asRead(automation)})
			: {enabled: 'no', parts: '{}'};
	const checked = action.check(
		aboutOf(target, state, {...registry, files: noFiles, settings: testSettings}, 0),
		{
			...opened,
			...typed,
		},
	);
	if (!('plan' in checked)) throw new Error(JSON.stringify(checked));
	const {requests} = checked.plan;
	const commandLine = checked.plan.commandLine() ?? '';
	const words = [...commandLine.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(
		([, quoted, plain]) => quoted?.replaceAll(String.raw`'\''`, "'") ?? plain ?? '',
	);
	return {body: requests[0]?.plain().body, argv: words.slice(1)};
}

test.each([
	[editAutomation, {name: "It's new", runTimeoutSec: '90'}],
	[
		editAutomation,
		{
			description: 'x',
			enabled: 'no',
			parts: JSON.stringify({targets: {}, workflow: [], trigger: {cron: '* * * * *'}, cooldown: 1, tags: []}),
		},
	],
	[editAutomation, {}],
	[createAutomation, {name: 'New', parts: '{"targets": {}, "cooldown": null}'}],
] as [Action, Record<string, string>][])(
	'%o with %j: the dialog and its equivalent command send the same body',
	async (action, typed) => {
		const {body, argv} = planOf(action, typed);
		const {env, bodies} = await service();
		const {code} = await runCli([...argv, '--yes'], {env});
		expect({code, bodies: bodies()}).toEqual({code: 0, bodies: [body]});
	},
);
