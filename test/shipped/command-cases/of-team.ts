import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect} from 'vitest';
import type {Rcondeck} from '../../cli/in-process.ts';
import {type Case, inDocument, text} from './case.ts';

const png = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

function writeIcon({folder}: Rcondeck): string {
	const file = path.join(folder, 'icon.png');
	writeFileSync(file, png);
	return file;
}

/** Uploads the icon and returns its id. */
async function uploadIcon(rcondeck: Rcondeck): Promise<string> {
	await rcondeck.run(['team', 'icon', writeIcon(rcondeck), '--yes']);
	const {out} = await rcondeck.run(['team', '--json']);
	return (JSON.parse(out) as {team: {iconImageId: string}}).team.iconImageId;
}

/** Schedules a restart and returns the id of its task. */
async function scheduleRestart(rcondeck: Rcondeck): Promise<string> {
	await rcondeck.run(['restart', 'alpha', '--delay', '10m', '--yes']);
	const {out} = await rcondeck.run(['tasks', '--json']);
	return (JSON.parse(out) as {tasks: [{id: string}]}).tasks[0].id;
}

/** Starts a run, and returns its id. */
async function trigger(rcondeck: Rcondeck): Promise<string> {
	await rcondeck.run(['automation', 'trigger', 'auto-check', '--yes']);
	const {out} = await rcondeck.run(['runs', '--automation', 'auto-check', '-o', 'name']);
	return out.trim();
}

/** Commands on nodes, the team, automations and history. */
export const casesOfTeam: Record<string, Case> = {
	alert: {
		args: ['alerts', '--test', '--json'],
		before: async ({folder}) => {
			mkdirSync(path.join(folder, 'config'), {recursive: true});
			writeFileSync(path.join(folder, 'config/config.toml'), '[alerts]\ncommand = ["true"]\n');
		},
		out: {schema: 1, event: 'test', deliveries: [{target: 'command'}]},
		err: /^rcondeck: Delivered to the command\.\n$/,
	},
	'node list': {args: ['nodes', '--json'], out: inDocument('nodes', {id: 'node-1'}, {id: 'node-2'})},
	'node show': {args: ['node', 'show', 'eu-2', '--json'], out: {schema: 1, node: {id: 'node-2'}}},
	'task list': {
		args: ['tasks', '--json'],
		before: async rcondeck => void (await scheduleRestart(rcondeck)),
		out: inDocument('tasks', {targetIds: ['alpha']}),
	},
	'task cancel': {
		args: ['task', 'cancel', '--yes'],
		before: async rcondeck => [await scheduleRestart(rcondeck)],
		out: text(/accepted/),
	},
	'team show': {args: ['team', '--json'], out: {schema: 1, team: {name: 'Dev Guild'}}},
	'team invite': {
		args: ['team', 'invite', 'new@example.net', '--yes'],
		out: text(/new@example\.net/),
		asks: 'POST /team/team/invite',
	},
	'team kick': {args: ['team', 'kick', 'Joe', '--yes'], out: text(/Joe/), asks: 'POST /team/team/kick'},
	'team withdraw': {
		args: ['team', 'withdraw', 'new@example.net', '--yes'],
		before: async rcondeck => void (await rcondeck.run(['team', 'invite', 'new@example.net', '--yes'])),
		out: text(/^The invitation for new was withdrawn/),
		asks: 'DELETE /team/team/invite/new%40example.net',
	},
	'team icon': {
		args: ['team', 'icon', '--yes'],
		before: async rcondeck => [writeIcon(rcondeck)],
		out: text(/icon/),
		asks: 'POST /team/team/icon',
	},
	'automation list': {args: ['automations', '--json'], out: {automations: {length: 3}}},
	'automation show': {args: ['automation', 'show', 'auto-check'], out: text(/^Name +Check the scrim$/m)},
	'automation create': {
		args: ['automation', 'create', '-d', '{"name":"Fresh"}', '--json', '--yes'],
		out: inDocument('automations', {name: 'Fresh'}),
		err: /Fresh/,
		asks: 'POST /automation/create',
	},
	'automation create --template': {
		args: ['automation', 'create', '--json', '--yes'],
		// What the template writes is accepted as it is.
		before: async rcondeck => {
			const file = path.join(rcondeck.folder, 'nightly.yaml');
			const words = ['automation', 'create', '--template', 'nightly-restart', '--file', file];
			expect(await rcondeck.run(words)).toMatchObject({code: 0, out: ''});
			expect((await rcondeck.run(words)).code).toBe(2);
			expect((await rcondeck.run(['automation', 'check', file])).code).toBe(0);
			return ['-f', file];
		},
		out: inDocument('automations', {name: text(/./)}),
		err: /was created/,
		asks: 'POST /automation/create',
	},
	'automation edit': {
		args: ['automation', 'edit', 'auto-check', '-d', '{"enabled":false}', '--json', '--yes'],
		out: inDocument('automations', {id: 'auto-check', enabled: false}),
		err: /Check the scrim/,
		asks: 'POST /automation/auto-check',
	},
	'automation check': {
		args: ['automation', 'check', '-'],
		stdin: () => '# Nightly\nname: Nightly\ntargets: {all: true}\nworkflow: [{type: RESTART}]\n',
		out: text(/^Runs +manual\nServers +Alpha$/m),
	},
	'automation trigger': {
		args: ['automation', 'trigger', 'auto-check', '--json', '--yes'],
		out: inDocument('runs', {automationId: 'auto-check'}),
		err: /Check the scrim/,
		asks: 'POST /automation/auto-check/trigger/manual',
	},
	'automation disable': {
		args: ['automation', 'disable', 'auto-check', '--yes'],
		out: text(/was disabled/),
		asks: 'POST /automation/auto-check',
	},
	'automation enable': {args: ['automation', 'enable', 'auto-check', '--yes'], out: text(/was enabled/)},
	'automation delete': {
		args: ['automation', 'delete', 'auto-check', '--yes'],
		out: text(/was deleted/),
		asks: 'POST /automation/auto-check/delete',
	},
	'run cancel': {
		args: ['run', 'cancel', '--yes'],
		before: async rcondeck => [await trigger(rcondeck)],
		out: text(/cancellation requested/),
	},
	'run show': {
		args: ['run', 'show'],
		before: async rcondeck => [await trigger(rcondeck)],
		out: text(/^ID .*\nAutomation +Check the scrim$/m),
	},
	'run list': {
		args: ['runs', '--automation', 'auto-check', '--json'],
		before: async rcondeck => void (await rcondeck.run(['automation', 'trigger', 'auto-check', '--yes'])),
		out: {schema: 1, totalElements: 1, runs: [{automationId: 'auto-check'}]},
	},
	image: {args: ['image'], before: async rcondeck => [await uploadIcon(rcondeck)], out: text(/^.PNG/)},
	'alert acknowledge': {
		args: ['alert', 'acknowledge', 'charlie'],
		out: 'Acknowledged Charlie until the next state change.\n',
		after: async rcondeck =>
			expect((await rcondeck.run(['handover', '--json'])).out).toMatch(
				/"serverName":"Charlie"[^}]*"acknowledgedAt":"/,
			),
	},
	'journal list': {
		args: ['journal', '--json'],
		before: async rcondeck => void (await rcondeck.run(['rcon', 'alpha', '--', 'status'])),
		out: inDocument('entries', {kind: 'command', serverId: 'alpha', text: 'status'}),
	},
	'journal bookmark': {
		args: ['journal', 'bookmark', 'disk', 'full'],
		out: 'Bookmark added to the journal.\n',
		after: async rcondeck => expect((await rcondeck.run(['journal'])).out).toContain('== bookmark disk full'),
	},
	handover: {
		args: ['handover', '--json'],
		out: {schema: 1, handover: {team: 'Dev Guild', down: [{serverId: 'charlie', serverName: 'Charlie'}]}},
		err: /The journal is empty/,
	},
};
