import {expect, onTestFinished, test} from 'vitest';
import {openSourceServer} from '../console/servers/source-server.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** A service with the server of a game that cuts off its answer to `cut`. */
async function aServer(word: string) {
	const own = await openOwnService({env: {WORD: word}});
	const behavior = {
		password: 'secret',
		isCutOff: false,
		answer: (command: string) => {
			behavior.isCutOff = command === 'cut';
			return 'a line of the answer\n'.repeat(500);
		},
	};
	const game = await openSourceServer(behavior);
	onTestFinished(game.close);
	const id = await own.add({
		console: {kind: 'source', host: '127.0.0.1', port: game.port, password: {env: 'WORD'}},
		power: {kind: 'none'},
		stopMs: 2000,
		readyMs: 2000,
	});
	/** The commands of the server, as stored. */
	const stored = async () => (await own.shows(id)).body['commands'];
	/** Runs a workflow of one step. Resolves to how it ended. */
	const runStep = async (step: object) => {
		const {teamId} = own.service;
		const targets = {serverIds: [id]};
		const workflow = [{type: 'RCON', ...step}];
		const created = await own.post('/automation/create', {
			teamId,
			name: JSON.stringify(step),
			targets,
			workflow,
		});
		expect(created).toMatchObject({status: 200});
		const run = await own.post(`/automation/${String(created.body['id'])}/trigger/manual`);
		const read = () => own.call('GET', `/automation-run/${String(run.body['id'])}`);
		await waitFor(async () => expect((await read()).body['finishedAt']).not.toBeNull());
		const {status, stepHistory} = (await read()).body as {
			status: string;
			stepHistory: {errorMessage: string}[];
		};
		return {status, reason: stepHistory[0]?.errorMessage};
	};
	return {...own, id, game, stored, runStep};
}

const commandOf = (game: {heard: string[]}, command: string) => game.heard.filter(heard => heard === command);

test('a refused command says that it has certainly not run: to its sender, in the records and in runs', async () => {
	const {post, id, game, stored, runStep} = await aServer('guess');
	const failure = {key: 'server.console_refused', message: 'The game refused the RCON password.'};
	const record = {command: 'save', response: null, failure, commandId: expect.any(String)};
	const {status, body} = await waitFor(async () => {
		const answer = await post(`/server/${id}/rcon?await=true`, {command: 'save'});
		// Its state is not known at once.
		expect(answer.status).not.toBe(409);
		return answer;
	});
	expect({status, body}).toMatchObject({status: 424, body: {...failure, serverId: id, command: record}});
	expect((await post(`/server/${id}/rcon`, {command: 'later'})).status).toBe(200);
	await waitFor(async () => expect(await stored()).toMatchObject([record, {command: 'later', failure}]));
	for (const awaitMode of ['ALWAYS', 'AUTO'])
		expect(await runStep({command: 'list', awaitMode})).toEqual({status: 'FAILED', reason: failure.message});
	expect(game.heard).toEqual([]);
});

test('a truncated answer has a key of its own, with the received part', async () => {
	const {post, becomes, id, game, runStep} = await aServer('secret');
	await becomes(id, 'RUNNING');
	const {status, body} = await post(`/server/${id}/rcon?await=true`, {command: 'cut'});
	expect({status, body}).toMatchObject({
		status: 502,
		body: {
			key: 'server.answer_cut',
			command: {response: expect.stringMatching(/^a line of/), failure: {key: 'server.answer_cut'}},
		},
	});
	expect(commandOf(game, 'cut')).toHaveLength(1);
	const {status: outcome, reason} = await runStep({command: 'cut'});
	expect({outcome, reason}).toEqual({outcome: 'FAILED', reason: expect.stringContaining('incomplete')});
	expect(commandOf(game, 'cut')).toHaveLength(2);
});
