import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {aJob, aStep} from '../helpers/a-job.ts';
import {liveService} from './live-service.ts';
import {runCli, startCli} from './run-cli.ts';
import {storeJob} from './store-job.ts';
import {tempFolder} from './temp-folder.ts';

const two = ['cs2-mirage', 'cs2-surf'];

/** A service, and one folder for the programs of one user. */
async function oneUser(): Promise<Record<string, string>> {
	return {...(await liveService()), RCONDECK_STATE_DIR: path.join(tempFolder(), 'state')};
}

type ListedJob = {
	id: string;
	status: string;
	process?: number;
	servers: {serverId: string; serverName: string; status: string}[];
	commandOfRest?: string;
};

async function listedJobs(env: Record<string, string>): Promise<ListedJob[]> {
	const {out} = await runCli(['job', 'list', '--all', '--json'], {env});
	return (JSON.parse(out) as {jobs: ListedJob[]}).jobs;
}

/** A rolling restart that waits for its first server. */
async function startRolling(env: Record<string, string>) {
	const rolling = startCli(['restart', ...two, '--yes', '--rolling', '1'], {env});
	await rolling.saysOnError('waiting at the gate');
	const [job] = await listedJobs(env);
	if (!job) throw new Error('no job is listed');
	return {rolling, job};
}

test('a rolling restart of another program is listed, paused, continued and aborted', async () => {
	const env = await oneUser();
	const {rolling, job} = await startRolling(env);
	expect(job).toMatchObject({status: 'running', process: process.pid});
	expect(job.servers.map(({serverName}) => serverName).toSorted()).toEqual(two);
	const word = job.id.slice(0, 8);
	expect((await runCli(['jobs'], {env})).out).toMatch(/^Restart of 2 servers +running +0\/2 /m);

	const paused = await runCli(['job', 'pause', word], {env});
	expect(paused).toMatchObject({code: 0, out: 'Paused. Requests that were sent continue on the service.\n'});
	await rolling.saysOnError(`To continue: rcondeck job continue ${job.id}`);
	expect((await listedJobs(env))[0]?.status).toBe('paused');
	expect(await runCli(['job', 'continue', word], {env})).toMatchObject({code: 0, out: 'Continued.\n'});

	// Without a terminal nobody can confirm it.
	expect((await runCli(['job', 'abort', word], {env})).code).toBe(11);
	const aborted = await runCli(['job', 'abort', word, '--yes'], {env});
	expect(aborted).toMatchObject({code: 0});
	expect(aborted.out).toMatch(/^Aborted: 1 server left out/);
	const {err, code} = await rolling.ended;
	expect(err).toContain('Restart aborted: 1 of 2 back; 1 not sent');
	expect(code).toBe(3);
	expect(await listedJobs(env)).toMatchObject([{status: 'aborted'}]);
	expect(await runCli(['job', 'pause', word], {env})).toMatchObject({
		code: 1,
		err: 'rcondeck: The job has ended (aborted).\n',
	});
	expect((await runCli(['jobs'], {env})).err).toBe('rcondeck: No jobs are running.\n');
});

test('a server at its gate is given more time, then confirmed as done, and what does not apply is refused', async () => {
	const env = await oneUser();
	const {rolling, job} = await startRolling(env);
	const first = job.servers.find(({status}) => status !== 'waiting');
	const last = job.servers.find(({status}) => status === 'waiting');
	const extended = await runCli(['job', 'extend', job.id], {env});
	expect(extended.out).toBe(`${first?.serverName}: waiting up to 10m.\n`);
	const refused = await runCli(['job', 'skip', job.id, last?.serverName ?? ''], {env});
	expect(refused).toMatchObject({
		code: 1,
		err: 'rcondeck: The server has not failed and is not waiting at its gate.\n',
	});
	expect((await runCli(['job', 'skip', job.id, 'nowhere'], {env})).code).toBe(6);
	const back = await runCli(['job', 'back', job.id, first?.serverName ?? ''], {env});
	expect(back.out).toBe(`${first?.serverName}: confirmed as done.\n`);
	await rolling.saysOnError(`${last?.serverName}: sending`);
	await runCli(['job', 'abort', job.id, '--yes'], {env});
	await rolling.ended;
});

test('without a service, the jobs of all services are listed, and found by their ids', async () => {
	const folder = tempFolder();
	const env = {RCONDECK_STATE_DIR: path.join(folder, 'state'), RCONDECK_CONFIG_DIR: folder};
	writeFileSync(path.join(folder, 'config.toml'), '[profiles.prod]\nurl = "https://games.example"\n');
	const steps = [aStep('a', {name: 'ark 1', status: 'done'}), aStep('b', {name: 'ark 2'})];
	const command = {before: ['restart', '--yes'], after: []};
	storeJob(env, aJob({id: 'hosted', status: 'cut', steps, command}));
	storeJob(env, aJob({id: 'own', status: 'cut', steps, command}), 'local');
	expect((await runCli(['job', 'list'], {env})).out).toMatch(
		/ID +SERVICE\n.* own +local\n.* hosted +games\.example\n$/,
	);
	expect(await listedJobs(env)).toMatchObject([
		{id: 'own', service: 'local', commandOfRest: "rcondeck --profile local restart --yes 'ark 2'"},
		{id: 'hosted', service: 'https://games.example'},
	]);
	const rest = "rcondeck --profile prod restart --yes 'ark 2'";
	expect((await runCli(['job', 'continue', 'host'], {env})).err).toContain(rest);
	expect((await runCli(['job', 'abort', 'host', '--yes'], {env})).out).toMatch(/^Aborted: 1 server left out/);
	expect(await listedJobs(env)).toMatchObject([{status: 'cut'}, {status: 'aborted'}]);
	const acknowledge = ['job', 'acknowledge', 'own'];
	expect(await runCli(acknowledge, {env})).toMatchObject({code: 0, out: 'Acknowledged.\n'});
	expect((await listedJobs(env))[0]).toMatchObject({status: 'aborted', servers: [{status: 'done'}, {}]});
	expect(await runCli(acknowledge, {env})).toMatchObject({
		code: 1,
		err: 'rcondeck: Nothing is wrong with this job.\n',
	});
});

test('a request to a job whose program was killed fails at once, with the command for the rest', async () => {
	const env = {
		RCONDECK_STATE_DIR: path.join(tempFolder(), 'state'),
		RCONDECK_URL: 'https://games.example',
		RCONDECK_TOKEN: 't',
	};
	const steps = [aStep('a', {name: 'ark 1', status: 'done'}), aStep('b', {name: 'ark 2'})];
	const command = {before: ['restart', '--rolling', '1', '--yes'], after: []};
	storeJob(env, aJob({id: 'killed', status: 'cut', steps, command}));
	expect(await runCli(['job', 'continue', 'killed'], {env})).toMatchObject({
		code: 1,
		err: "rcondeck: The program that ran the job has ended. Nothing more is sent. To send the rest: rcondeck restart --rolling 1 --yes 'ark 2'\n",
	});
	expect(await listedJobs(env)).toMatchObject([
		{id: 'killed', status: 'cut', commandOfRest: "rcondeck restart --rolling 1 --yes 'ark 2'"},
	]);
	const shown = await runCli(['job', 'show', 'kill'], {env});
	expect(shown.out).toMatch(/^Status +cut short$/m);
	expect(shown.out).toMatch(/^ark 1 +done /m);
	// Like the TUI: it is no longer reported.
	expect(await runCli(['job', 'abort', 'killed', '--yes'], {env})).toMatchObject({
		code: 0,
		out: 'Aborted: 1 server left out. The program that ran the job had already ended.\n',
	});
	expect(await listedJobs(env)).toMatchObject([{status: 'aborted'}]);
});

test('rejects an unknown job ID, and any request in a read-only session', async () => {
	const env = {RCONDECK_STATE_DIR: path.join(tempFolder(), 'state'), RCONDECK_URL: 'https://games.example'};
	expect((await runCli(['job', 'pause', 'nothing'], {env})).code).toBe(6);
	expect((await runCli(['--read-only', 'job', 'pause', 'nothing'], {env})).code).toBe(11);
});
