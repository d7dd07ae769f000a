import {expect, onTestFinished, test} from 'vitest';
import {dataFile} from '../service/open-service.ts';
import {
	addNode,
	call,
	endTarget,
	sendAnswers,
	sendBackups,
	startTarget,
	subscribeLong,
	watch,
} from './attacks.ts';

/** A service with a heap of this size on the same records. */
async function start(data: string, heapMB: number) {
	const target = await startTarget(data, heapMB);
	if (!target) throw new Error('The service does not start.');
	onTestFinished(() => endTarget(target));
	return target;
}

test('answers larger than the heap crash neither the service nor its next start, and their node can be removed', async () => {
	const data = dataFile();
	const first = await start(data, 96);
	const {nodeId, token} = await addNode(first);
	const size = {servers: 40, answers: 4, backups: 0, connections: 0};
	expect(await watch(first, () => sendAnswers(first, token, size))).toMatchObject({isAlive: true});
	await endTarget(first);
	const second = await start(data, 96);
	const list = await call(second, 'GET', `/server/by-team/${second.teamId}`);
	expect(((await list.json()) as object[]).length).toBe(40);
	expect((await call(second, 'DELETE', `/node/${nodeId}`)).status).toBeLessThan(300);
});

test('a list with 1,000 backups per server stays small and says that older ones are left out', async () => {
	const target = await start(dataFile(), 128);
	const {token} = await addNode(target);
	const size = {servers: 40, answers: 0, backups: 1000, connections: 0};
	let bytes = 0;
	const seen = await watch(target, async () => (bytes = await sendBackups(target, token, size)));
	expect(seen).toMatchObject({isAlive: true});
	expect(bytes).toBeLessThan(6_000_000);
	const list = await call(target, 'GET', `/server/by-team/${target.teamId}`);
	const [server] = (await list.json()) as {backups: {backupId: string}[]; olderBackups: number}[];
	expect((server?.backups.length ?? 0) + (server?.olderBackups ?? 0)).toBe(1000);
	expect(server?.backups.at(-1)?.backupId).toBe(`gmc-back-${(999).toString(16).padStart(32, '0')}`);
});

test('subscriptions with long ids over many connections of a token do not end the service', async () => {
	const target = await start(dataFile(), 96);
	const seen = await watch(target, () =>
		subscribeLong(target, {servers: 0, answers: 0, backups: 0, connections: 40}),
	);
	expect(seen).toMatchObject({isAlive: true});
});
