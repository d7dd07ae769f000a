import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createApi} from '../../src/client/rest/client.ts';
import type {Flags} from '../../src/config/profile.ts';
import {loadConfig} from '../../src/config/load.ts';
import {readAutomations} from '../../src/app/automations/read-automations.ts';
import {pollFleet} from '../../src/app/servers/read-fleet.ts';
import {readNodes, readTasks} from '../../src/app/nodes/read-nodes.ts';
import {readTeam} from '../../src/app/team/read-team.ts';
import {settingsOf} from '../../src/cli/start/settings.ts';
import {aboutOf} from '../../src/app/dialogs/dialog.ts';
import type {FormContext} from '../../src/app/kernel/dialogs/form.ts';
import {typedFor} from '../../src/actions/automations.ts';
import {knownToActions} from '../../src/app/known-to-actions.ts';
import type {FormId} from '../../src/app/kernel/dialogs/dialog-id.ts';
import {registry} from '../../src/app/features.ts';
import {noFiles} from '../../src/app/kernel/state/services.ts';
import {commandLine} from '../../src/actions/command-line.ts';
import {commandLineOfRest} from '../../src/app/jobs/control-job.ts';
import {rcon} from '../../src/actions/rcon.ts';
import {iconOf} from '../../src/actions/team.ts';
import type {Subject} from '../../src/actions/context.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import type {State} from '../../src/app/state.ts';
import {Secret} from '../../src/lib/secrets/secret.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {readNamedFile} from '../../src/lib/files/read-file.ts';
import {fileMessages} from '../../src/messages/text.ts';
import {fakeServices, testSettings} from '../helpers/fake-services.ts';
import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';
import {recordingService, type Change, type Known} from './recording-service.ts';
import {startCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

/** Input that breaks command lines: quotes, dashes, line breaks, spaces, other alphabets, syntax of shells and of ours. */
const pieces = `it's|"|-x|--force|--|--yes|-q| |  |\\|'|$(id)|\`id\`|\n|\t|é|名前|👍|=x|!!|{minutes}|#|~|id:a|*|\u202e|^J|%s|a|b|,`;
const nasty = fc.oneof(
	fc.string({unit: 'grapheme', maxLength: 12}),
	fc.array(fc.constantFrom(...pieces.split('|')), {minLength: 1, maxLength: 4}).map(parts => parts.join('')),
);
const text = nasty.filter(value => value.trim() !== '');
const typedLine = text.filter(value => !/[\r\n\t]/.test(value));
const delay = fc.constantFrom('', '1', '10', '2h', '1h30m', '600s');
const id = fc.constantFrom('a', 'b', '-c', 'd e', 'srv-1', 'id:x', '7f3b');
const name = fc.oneof(text, fc.constantFrom('a', 'b', 'ark', 'Ark-1', 'ark-1'));

const servers = fc.uniqueArray(
	fc.record({
		id,
		displayName: name,
		gameType: fc.constantFrom('CS2', 'ARK_ASCENDED'),
		state: fc.constantFrom('ONLINE', 'OFFLINE'),
		nodeId: fc.constant('n'),
		nodeName: fc.constant('eu-1'),
		onlinePlayers: fc.nat(3),
		backups: fc.constant([{backupId: 'b/1', name: 'nightly', createdAt: '2026-11-20T02:00:00Z'}]),
	}),
	{selector: server => server.id, minLength: 2, maxLength: 4},
);
const records = <Record>(record: fc.Arbitrary<Record & {id: string}>) =>
	fc.uniqueArray(record, {selector: one => one.id, minLength: 1, maxLength: 3});

/** The same data for the dialog and for the command, as the wire has it. */
const world = fc.record({
	servers,
	nodes: records(fc.record({id: fc.constantFrom('n', 'm', '-n'), settings: fc.record({name})})),
	members: records(fc.record({id, name, email: fc.constantFrom('a@example.org', 'b@example.org')})),
	automations: records(fc.record({id, name, enabled: fc.boolean(), workflow: fc.constant([{type: 'RCON'}])})),
	taskId: fc.constantFrom('k', '-k', 'k 1'),
});
type World = Parameters<Parameters<typeof world.map>[0]>[0];

/** The subject of a dialog and the texts that are typed into it. */
type Filled = {
	/** The dialog, if it is not the name of the row. */
	form?: FormId;
	/** The number of servers it applies to; 0 for none. */
	count?: number;
	subject?: (world: World) => Subject;
	typed?: Record<string, fc.Arbitrary<string> | ((world: World) => string)>;
	/** The values it opens with. */
	opened?: (state: State, subject: Subject | undefined) => Readonly<Record<string, string>>;
};

const firstOf = ([{id = '', name = ''} = {}]: readonly Partial<Subject>[]): Subject => ({id, name});
const player = (): Subject => ({id: '0002ab', name: 'Smith, John'});
const timing = {delay, message: fc.oneof(fc.constant(''), typedLine)};
const force = fc.constantFrom('no', 'yes');
const rolling = {atOnce: fc.constantFrom('', '2'), deadline: fc.constantFrom('', '9', '90s', '1h')};
const automation = {
	name: typedLine,
	description: fc.oneof(fc.constant(''), nasty),
	enabled: force,
	runTimeoutSec: fc.constantFrom('', '60', '90s', '2h'),
	parts: fc
		.record({targets: fc.jsonValue({maxDepth: 2}), workflow: fc.array(fc.jsonValue({maxDepth: 2}))})
		.map(value => JSON.stringify(value)),
};

/** JSON as a command accepts it, with a field that the specification does not name. */
const json = fc
	.record(
		{
			name: typedLine,
			description: fc.option(nasty),
			enabled: fc.boolean(),
			workflow: fc.array(fc.jsonValue({maxDepth: 2})),
			cooldown: fc.jsonValue({maxDepth: 2}),
		},
		{requiredKeys: ['name']},
	)
	.map(value => JSON.stringify(value));

const dialogs: Record<string, Filled> = {
	start: {count: 1},
	stop: {count: 1, typed: {...timing, force}},
	restart: {count: 1, typed: timing},
	broadcast: {count: 1, typed: {text: typedLine}},
	'start several': {form: 'start', count: 4, typed: rolling},
	'stop several': {form: 'stop', count: 4, typed: {...timing, ...rolling, force}},
	'restart several': {form: 'restart', count: 4, typed: {...timing, ...rolling}},
	'broadcast to several': {form: 'broadcast', count: 4, typed: {text: typedLine}},
	'cancel-schedule': {count: 1},
	'cancel-task': {subject: ({taskId}) => ({id: taskId, name: 'RESTART'})},
	invite: {typed: {email: fc.constantFrom('a@new.example.org', "-o'b@example.org", '--yes@example.org')}},
	kick: {subject: ({members}) => firstOf(members)},
	'message-player': {count: 1, subject: player, typed: {text: typedLine}},
	'kick-player': {count: 1, subject: player, typed: {reason: typedLine}},
	'ban-player': {
		count: 1,
		subject: player,
		typed: {reason: typedLine, duration: fc.constantFrom('', '2h', '7d')},
	},
	'ban-player on several': {form: 'ban-player', count: 4, subject: player, typed: {reason: typedLine}},
	'unban-player': {count: 1, subject: player, typed: {reason: typedLine}},
	'unban-player on several': {form: 'unban-player', count: 4, subject: player, typed: {reason: typedLine}},
	'withdraw-invitation': {subject: () => ({id: "o'b@example.org", name: 'someone'})},
	create: {
		typed: {
			name: typedLine,
			node: ({nodes}) => nodes[0]?.id ?? '',
			game: fc.constantFrom('CS2', 'ARK_ASCENDED'),
			map: typedLine,
			directory: fc.oneof(fc.constant(''), typedLine),
			beta: force,
		},
	},
	rcon: {
		count: 4,
		typed: {command: text, unawaited: force, timeout: fc.constantFrom('', '1', '5000', '25000')},
	},
	watch: {
		count: 1,
		typed: {
			command: typedLine.filter(value => !value.startsWith('&')),
			seconds: fc.constantFrom('', '10'),
			until: fc.constantFrom('', '-x', "it's"),
			bell: force,
			budget: fc.constantFrom('', '7'),
		},
	},
	'create-automation': {typed: automation},
	'edit-automation': {
		subject: ({automations}) => firstOf(automations),
		opened: (state, subject) => {
			const found = knownToActions(state).automation(subject?.id ?? '');
			return found ? typedFor(found) : {};
		},
		typed: automation,
	},
	'create-automation from JSON': {form: 'create-automation', typed: {json}},
	'edit-automation from JSON': {
		form: 'edit-automation',
		subject: ({automations}) => firstOf(automations),
		typed: {json},
	},
	'trigger-automation': {
		subject: ({automations}) => firstOf(automations),
		typed: {targets: ({servers: all}) => all.map(server => server.id).join(',')},
	},
	'cancel-run': {subject: () => ({id: 'r/1', name: 'a run'})},
	'enable-automation': {subject: ({automations}) => firstOf(automations)},
	'disable-automation': {subject: ({automations}) => firstOf(automations)},
	'delete-automation': {subject: ({automations}) => firstOf(automations)},
	rename: {count: 1, typed: {name: typedLine}},
	move: {count: 1, typed: {directory: typedLine}},
	update: {count: 1},
	backup: {count: 1, typed: {name: fc.oneof(fc.constant(''), typedLine)}},
	'restore-backup': {count: 1, typed: {backup: fc.constant('b/1')}},
	'delete-backup': {count: 1, typed: {backup: fc.constant('b/1')}},
	delete: {count: 1, typed: {force}},
};
/** Files have their own test; these concern only this machine. */
const others = ['upload-icon', 'export', 'export-timeline', 'bookmark', 'transcript', 'note-player'];

test('tests every dialog', () => {
	const tried = Object.entries(dialogs).map(([name, {form = name}]) => form);
	expect([...new Set([...tried, ...others])].toSorted()).toEqual(
		[...registry.dialogs.keys(), rcon.id].toSorted(),
	);
});

const known = ({servers: all, nodes, members, automations, taskId}: World): Known => ({
	servers: all,
	nodes,
	team: {id: 't', name: 'Dev Guild', members, invitedMembers: []},
	automations,
	tasks: {
		[nodes[0]?.id ?? '']: [
			{
				id: taskId,
				nodeId: nodes[0]?.id,
				type: 'TIMED_RESTART',
				state: 'PENDING',
				targetIds: [all[0]?.id],
				createdAt: '2026-11-21T03:00:00Z',
				context: {delay: 60},
				cancellable: true,
			},
		],
	},
});

/** The state of a session that has read all data of the service. */
async function stateOf(url: string): Promise<State> {
	const credentials = {kind: 'token' as const, token: new Secret('t')};
	const api = createApi({baseUrl: url, credentials, clock: systemClock, random: Math.random});
	const services = fakeServices({api});
	const {signal} = new AbortController();
	await pollFleet(services, signal);
	await readTeam(services, signal);
	await readNodes(services, signal);
	await readTasks(services, signal, true);
	await readAutomations(services, signal);
	return services.store.getState();
}

/** The words into which a shell splits a line. */
function shellWords(line: string, shell = 'sh'): string[] {
	const {stdout, status, stderr} = spawnSync(shell, ['-c', `printf '%s\\0' ${line}`], {encoding: 'utf8'});
	expect({status, stderr}).toEqual({status: 0, stderr: ''});
	return stdout.split('\0').slice(0, -1);
}

type Service = Awaited<ReturnType<typeof recordingService>>;

/** The requests that a line sends. A watch ends after its first run; a rolling action waits for no state. */
async function sentBy(line: string, {env, changes}: Service): Promise<Change[]> {
	const [program, ...words] = shellWords(line);
	expect(program).toBe('rcondeck');
	const gate = words.indexOf('--gate');
	changes.length = 0;
	const ran = startCli(gate === -1 ? words : words.with(gate + 1, 'accepted'), {env});
	if (words[0] === 'watch') {
		await ran.says('ok');
		ran.end({code: 130});
	}
	const {code, err} = await ran.ended;
	expect({line, code, err: code === 0 || code === 130 ? '' : err}).toEqual({
		line,
		code: words[0] === 'watch' ? 130 : 0,
		err: '',
	});
	return [...changes];
}

const inOrder = (changes: readonly Change[]) =>
	changes.toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method));

test.each(Object.entries(dialogs))(
	'the command that the dialog %s prints sends the same requests',
	async (name, {form: formId = name as FormId, count = 0, subject, typed = {}, opened = () => ({})}) => {
		const service = await recordingService();
		const form = formId === rcon.id ? rcon : registry.dialogs.get(formId);
		const inputs = fc.record({
			world,
			typed: fc.record(
				Object.fromEntries(
					Object.entries(typed).map(([field, value]) => [
						field,
						typeof value === 'function' ? fc.constant(value) : value,
					]),
				),
			),
		});
		await fc.assert(
			fc.asyncProperty(inputs, async ({world: all, typed: values}) => {
				service.knows(known(all));
				const state = await stateOf(service.env.RCONDECK_URL);
				const serverIds = state.fleet.order.slice(0, count);
				const about: FormContext = aboutOf(
					{serverIds, subject: subject?.(all)},
					state,
					{...registry, files: noFiles, settings: testSettings},
					0,
				);
				const texts = Object.entries(values).map(([field, value]) => [
					field,
					typeof value === 'function' ? value(all) : value,
				]);
				const checked = form?.check(about, {
					...opened(state, about.subject),
					...(Object.fromEntries(texts) as Record<string, string>),
				});
				const line = checked && 'plan' in checked ? checked.plan.commandLine() : undefined;
				// Input that the dialog rejects, or a terminal cannot show, has no line.
				if (!checked || !('plan' in checked) || line === undefined) return fc.pre(false);
				const sent = await sentBy(line, service);
				const planned = checked.plan.requests
					.map(request => request.plain())
					.map(({method, path: target, body}) => ({
						method,
						path: target,
						// Values that JSON omits are not sent.
						body: body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown),
					}));
				expect(inOrder(sent)).toEqual(inOrder(planned));
			}),
			{numRuns: 3},
		);
	},
);

test('the path of an icon file works from any folder', async () => {
	const service = await recordingService();
	const png = Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	);
	for (const fileName of ['icon.png', "-o'brien $(id).jpg", 'no ending']) {
		const file = path.join(tempFolder(), fileName);
		writeFileSync(file, png);
		const read = await readNamedFile(file, 1000, fileMessages);
		if ('problem' in read) throw new Error(read.problem);
		const picked = iconOf(read);
		if ('problem' in picked) throw new Error(picked.problem);
		const state = await stateOf(service.env.RCONDECK_URL);
		const none = {serverIds: []};
		const about = {
			...aboutOf(none, state, {...registry, files: noFiles, settings: testSettings}, 0),
			file: picked,
		};
		const checked = registry.dialogs.get('upload-icon')?.check(about, {path: 'ignored'});
		const line = checked && 'plan' in checked ? checked.plan.commandLine() : undefined;
		expect(await sentBy(line ?? '', service)).toEqual([
			{method: 'POST', path: '/team/t/icon', body: undefined},
		]);
		expect(service.seen.at(-1)?.body.includes(png)).toBe(true);
	}
});

test('prints the remaining part of a job with its servers and its text', async () => {
	const service = await recordingService();
	const state = await stateOf(service.env.RCONDECK_URL);
	const job = aJob({
		action: 'broadcast',
		status: 'aborted',
		steps: [aStep('a', {status: 'done'}), aStep('b', {status: 'skipped'})],
		command: {before: ['broadcast', '--yes'], after: ['--', "it's  late"]},
	});
	const line = commandLineOfRest(testSettings, state.fleet.servers, job);
	expect(await sentBy(line ?? '', service)).toEqual([
		{
			method: 'POST',
			path: '/server/b/rcon?await=true&timeoutMs=5000',
			body: {command: "ServerChat it's  late"},
		},
	]);
	const done = job.steps.map(one => ({...one, status: 'done' as const}));
	expect(commandLineOfRest(testSettings, state.fleet.servers, {...job, steps: done})).toBeUndefined();
});

test('a line applies to the profile of the session that prints it', () => {
	const folder = tempFolder();
	const file =
		'[profiles.prod]\nurl = "https://prod.example"\n[profiles.test]\nurl = "https://test.example"\n';
	writeFileSync(path.join(folder, 'config.toml'), `profile = "prod"\n${file}`);
	const lineOf = (flags: Flags, env: Record<string, string> = {}) =>
		commandLine(settingsOf(loadConfig({flags, env: {RCONDECK_CONFIG_DIR: folder, ...env}})), ['servers']);
	expect(lineOf({})).toBe('rcondeck servers');
	expect(lineOf({profile: 'test'})).toBe('rcondeck --profile test servers');
	expect(lineOf({}, {RCONDECK_PROFILE: 'test'})).toBe('rcondeck --profile test servers');
	expect(lineOf({url: 'https://other.example'})).toBe('rcondeck --url https://other.example servers');
	expect(lineOf({}, {RCONDECK_URL: 'https://other.example'})).toBe('rcondeck servers');
	expect(lineOf({demo: true})).toBe('rcondeck --demo servers');
});

test('does not print a line that a terminal would show differently', () => {
	for (const word of ['a\nb', 'a\tb', 'a\u202eb', '\x1b[31m']) {
		expect(commandLine(testSettings, ['start', word])).toBeUndefined();
	}
});

test('line mode keeps the spaces in a command', async () => {
	const stream = openTestLineMode({
		columns: 300,
		app: [[server('a', 'ONLINE', {gameType: 'CS2', displayName: 'one  two'})], 'a', {}],
	});
	await stream.type(':use a');
	await stream.type(':broadcast back  soon');
	expect(stream.rows()).toContain("CLI: rcondeck broadcast --yes 'one  two' -- 'back  soon'");
});
