import {mkdirSync, writeFileSync} from 'node:fs';
import {execFile} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {bundle, type AtEnd} from '../../shipped/shipped.ts';
import {openApi, type ApiClient} from './api.ts';
import {until} from './child.ts';
import {openCutProxy, type CutProxy} from './cut-proxy.ts';
import type {RabbitBroker} from '../rabbit-broker.ts';
import type {PostgresServer} from '../../service/postgres/server.ts';
import {openBalancer, openDatabase, openMessageBroker, type Balancer} from './engines.ts';
import {prepareInstance, prepareMachine, tokenIn, type Instance, type Machine} from './service.ts';

const gamesPerMachine = 10;

export type Cluster = {
	api: ApiClient;
	url: string;
	balancer: Balancer;
	token: string;
	teamId: string;
	instances: Instance[];
	machines: Machine[];
	databaseWires: CutProxy[];
	brokerWires: CutProxy[];
	agentWires: CutProxy[];
	database: PostgresServer | undefined;
	broker: RabbitBroker | undefined;
	/** Resolves when every instance is ready, every node connected and every server up. */
	recovered: () => Promise<void>;
};

type Options = {
	folder: string;
	hasDatabase: boolean;
	instanceCount: number;
	machineCount: number;
	atEnd: AtEnd;
	print: (text: string) => void;
};

/** Starts everything: engines, instances, load balancer, agents and games. */
export async function openCluster({
	folder,
	hasDatabase,
	instanceCount,
	machineCount,
	atEnd,
	print,
}: Options): Promise<Cluster> {
	const database = hasDatabase ? await openDatabase() : undefined;
	if (database) atEnd(database.stop);
	const broker = hasDatabase ? await openMessageBroker() : undefined;
	if (broker) atEnd(broker.remove);
	const databaseWires: CutProxy[] = [];
	const brokerWires: CutProxy[] = [];
	const instances: Instance[] = [];
	for (let index = 0; index < instanceCount; index++) {
		const name = `instance-${index}`;
		const args: string[] = [];
		const addFile = (option: string, url: string) => {
			const file = path.join(folder, `${name}.${option}`);
			writeFileSync(file, url, {mode: 0o600});
			args.push(`--${option}-file`, file);
		};
		if (database && broker) {
			const toDatabase = await openCutProxy({path: database.socket});
			const toBroker = await openCutProxy({host: '127.0.0.1', port: broker.amqpPort});
			atEnd(toDatabase.close);
			atEnd(toBroker.close);
			databaseWires.push(toDatabase);
			brokerWires.push(toBroker);
			addFile('database', `postgres://rcondeck:${database.password}@127.0.0.1:${toDatabase.port}/postgres`);
			addFile('broker', `amqp://guest:guest@127.0.0.1:${toBroker.port}`);
		}
		instances.push(prepareInstance({name, folder, port: await reservePort(), args}));
	}
	const [first] = instances;
	if (!first) throw new TypeError('There is no instance.');
	if (!hasDatabase) await addFirstNode(first.folder);
	for (const {child} of instances) {
		atEnd(async () => void (await child.stop()));
		await child.start();
	}
	const token = tokenIn(path.join(first.folder, hasDatabase ? 'database-owner-token' : 'owner-token'));
	const balancer = await openBalancer(
		folder,
		instances.map(({port}) => port),
	);
	atEnd(async () => void (await balancer.child.kill9()));
	const api = openApi(balancer.url, () => token);
	const teamId = String((await api.get('/team/my')).body['id']);
	const {machines, agentWires} = await openMachines({folder, machineCount, api, balancer, atEnd, print});
	const recovered = async () => {
		for (const {child, url} of instances) await until(`${child.name} is ready`, () => isReady(url));
		await until('all nodes are connected', async () => {
			const nodes = await api.list(`/node/by-team/${teamId}`);
			return machines.every(({name}) =>
				nodes.some(one => nameOf(one) === name && one['status'] === 'ONLINE'),
			);
		});
		let states = '';
		const areUp = async () => {
			const servers = await api.list(`/server/by-team/${teamId}`);
			states = servers.map(({displayName, state}) => `${String(displayName)} ${String(state)}`).join(', ');
			return servers.length === machines.length * gamesPerMachine && servers.every(isUp);
		};
		await until('all servers are up', areUp, {more: () => states});
	};
	await recovered();
	const {url} = balancer;
	return {
		api,
		url,
		balancer,
		token,
		teamId,
		instances,
		machines,
		databaseWires,
		brokerWires,
		agentWires,
		database,
		broker,
		recovered,
	};
}

const isReady = (url: string) =>
	fetch(`${url}/readyz`).then(
		({status}) => status === 200,
		() => false,
	);
const isUp = ({state}: Record<string, unknown>) => state === 'RUNNING';
const nameOf = ({settings}: Record<string, unknown>) => (settings as {name?: string} | undefined)?.name;

/** A service with its records in a file does not start without servers and nodes. */
async function addFirstNode(folder: string): Promise<void> {
	const [node, ...file] = bundle;
	mkdirSync(folder, {mode: 0o700, recursive: true});
	await promisify(execFile)(node, [
		...file,
		'serve',
		'--data',
		folder,
		'node',
		'add',
		'unused',
		'--data',
		folder,
	]);
}

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}

type MachineOptions = Pick<Options, 'folder' | 'machineCount' | 'atEnd' | 'print'> & {
	api: ApiClient;
	balancer: Balancer;
};

async function openMachines({folder, machineCount, api, balancer, atEnd, print}: MachineOptions) {
	const machines: Machine[] = [];
	const agentWires: CutProxy[] = [];
	for (let index = 0; index < machineCount; index++) {
		const name = `machine-${index}`;
		const {outcome, body, key} = await api.post('/node/add', {name});
		if (outcome !== 'accepted') {
			print(`No agents: the service refuses them with ${key}.`);
			break;
		}
		const wire = await openCutProxy({host: '127.0.0.1', port: Number(new URL(balancer.url).port)});
		atEnd(wire.close);
		agentWires.push(wire);
		const service = `http://127.0.0.1:${wire.port}`;
		const machine = await prepareMachine(folder, name, {
			games: gamesPerMachine,
			service,
			token: String(body['token']),
		});
		machines.push(machine);
		atEnd(async () => {
			await machine.child.kill9();
			for (const pid of machine.pids()) killGroup(pid);
		});
		await machine.child.start();
	}
	return {machines, agentWires};
}
