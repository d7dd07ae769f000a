import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {
	addNode,
	call,
	changeOnFullDisk,
	createTokens,
	endTarget,
	sendAnswers,
	sendBackups,
	type Seen,
	startTarget,
	subscribeLong,
	watch,
} from '../attacks.ts';
import type {Outcome, Trial} from '../run.ts';

const heapMB = 512;
const size = {servers: 200, answers: 4, backups: 1000, connections: 158};
/** How long `/healthz` may take during an attack. Machines that run tests are slow. */
const maxHealthMs = 2000;

/**
What a token can do to the memory of the service and to those who wait for it: answers and backups that the agent of a node
reports, a start and the removal of the node afterward, subscriptions with long ids, and tokens with long names or of a
second. The last attack fills a disk; mounting it needs root.
*/
export async function run({print}: Trial): Promise<Outcome> {
	const folder = mkdtempSync(path.join(tmpdir(), 'attack-'));
	const data = path.join(folder, 'service.db');
	const failures: string[] = [];
	const report = (name: string, seen: Seen | undefined, isDone: boolean, more = '') => {
		const text = seen
			? `alive ${seen.isAlive}, /healthz at most ${seen.healthMs} ms, heap ${seen.heapMB} MB, resident ${seen.rssMB} MB`
			: 'does not start';
		print(`${name}: ${text}${isDone ? '' : ', not carried out'}${more}`);
		if (!seen?.isAlive || !isDone || seen.healthMs > maxHealthMs) failures.push(`${name}: ${text}`);
	};
	let tried = 0;
	const attack = async (
		name: string,
		work: (target: Awaited<ReturnType<typeof mustStart>>) => Promise<unknown>,
	) => {
		tried++;
		const target = await startTarget(data, heapMB);
		if (!target) return report(name, undefined, false);
		let isDone = false;
		let made: unknown;
		const seen = await watch(target, async () => {
			made = await work(target);
			isDone = true;
		});
		report(
			name,
			seen,
			isDone,
			` (start ${target.startMs} ms${typeof made === 'number' ? `, ${made} bytes` : ''})`,
		);
		await endTarget(target);
	};
	const node = await mustStart(data);
	const {nodeId, token} = await addNode(node);
	await endTarget(node);
	await attack('answers of a node', target => sendAnswers(target, token, size));
	await attack('list after a restart', async target => {
		const list = await call(target, 'GET', `/server/by-team/${target.teamId}`);
		return (await list.arrayBuffer()).byteLength;
	});
	await attack('backups of a node', target => sendBackups(target, token, size));
	await attack('removal of the node', async target => {
		const {status} = await call(target, 'DELETE', `/node/${nodeId}`);
		if (status >= 300) throw new Error(`The removal was answered with ${status}.`);
	});
	await attack('subscriptions with long ids', target => subscribeLong(target, size));
	await attack('tokens with long names, and of a second', async target => {
		const created = await createTokens(target, {...size, backups: 3000});
		if (created > 0) throw new Error(`${created} names of 1 MB were accepted.`);
	});
	tried++;
	const problem = await fillDisk(path.join(folder, 'disk'));
	print(`full disk: ${problem ?? 'changes are refused with 507 until it is freed'}`);
	if (problem !== undefined) failures.push(`full disk: ${problem}`);
	rmSync(folder, {recursive: true});
	return {tried, failures};
}

/** Returns what is wrong with a service whose disk of 8 MB is full. */
async function fillDisk(disk: string): Promise<string | undefined> {
	mkdirSync(disk);
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
	try {
		const target = await mustStart(path.join(disk, 'service.db'));
		const seen = await changeOnFullDisk(target, disk);
		await endTarget(target);
		const isRight =
			seen['full'] === 507 && seen['read'] === 200 && seen['ready'] === 503 && seen['freed'] === 200;
		return isRight ? undefined : JSON.stringify(seen);
	} finally {
		execFileSync('umount', ['--lazy', disk]);
	}
}

async function mustStart(data: string) {
	const target = await startTarget(data, heapMB);
	if (!target) throw new Error('The service does not start.');
	return target;
}
