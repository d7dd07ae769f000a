import {chownSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {postgresPrograms, startPostgres} from '../../service/postgres/server.ts';
import {codeBlocks, docPage} from '../../readme/pages.ts';
import {need} from '../need.ts';
import {rabbitBroker, type RabbitBroker} from '../rabbit-broker.ts';
import {openChild, type Child} from './child.ts';
import {statusOf} from './api.ts';

/** Programs of the trial run as an ordinary user. */
const nobody = 65_534;
const user = process.getuid?.() === 0 ? {uid: nobody, gid: nobody} : {};

export type Balancer = {url: string; child: Child};

/** Starts PostgreSQL with an empty database. */
export async function openDatabase() {
	const programs = await postgresPrograms();
	if ('missing' in programs) throw new Error(programs.missing);
	return startPostgres(programs.folder, {isDurable: true});
}

/** Starts RabbitMQ. */
export async function openMessageBroker(): Promise<RabbitBroker> {
	const missing = await need('/usr/sbin/rabbitmq-server');
	if (missing !== undefined) throw new Error(missing);
	const broker = await rabbitBroker({amqpPort: await reservePort(), hasStomp: false});
	await broker.start();
	return broker;
}

/** Starts HAProxy with the configuration of the page on load balancers, on other addresses. */
export async function openBalancer(folder: string, ports: readonly number[]): Promise<Balancer> {
	const missing = await need('/usr/sbin/haproxy');
	if (missing !== undefined) throw new Error(missing);
	const port = await reservePort();
	const page =
		codeBlocks(docPage('load-balancer.md')).find(({language}) => language === 'haproxy')?.text ?? '';
	const servers = ports.map((to, index) => `\tserver instance-${index} 127.0.0.1:${to}`).join('\n');
	const config = page
		.replace(/^\tbind .*$/m, `\tbind 127.0.0.1:${port}`)
		.replaceAll(/(?:^\tserver .*\n?)+/gm, `${servers}\n`)
		.replace('hdr Host games.example', 'hdr Host localhost');
	const file = path.join(folder, 'haproxy.cfg');
	writeFileSync(file, config);
	if (user.uid !== undefined) chownSync(file, user.uid, user.gid);
	const url = `http://127.0.0.1:${port}`;
	const child = openChild({
		name: 'haproxy',
		command: ['/usr/sbin/haproxy', '-db', '-f', file],
		folder,
		user,
		isReady: async () => (await statusOf(`${url}/info/version`)) !== 0,
	});
	await child.start();
	return {url, child};
}

/** The lines of a game's log with their times. */
export function linesOf(file: string): {at: number; text: string}[] {
	return readFileSync(file, 'utf8')
		.split('\n')
		.filter(Boolean)
		.map(line => {
			const [, at = '', text = ''] = /^(\d+) (.*)$/.exec(line) ?? [];
			return {at: Number(at), text};
		});
}
