import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {
	chownSync,
	globSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	openSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {reservePort} from '../../src/demo/games/game-server.ts';

const run = promisify(execFile);
const upMs = 180_000;

/** It runs as an ordinary user. */
const nobody = 65_534;
const user = process.getuid?.() === 0 ? {uid: nobody, gid: nobody} : {};

export type RabbitBroker = {
	/** The address of web-stomp. */
	url: string;
	/** The URL of AMQP, for services, and its port. */
	amqpUrl: string;
	amqpPort: number;
	pid: () => number;
	/** Runs `rabbitmqctl`. */
	control: (...args: string[]) => Promise<void>;
	/** Resolves when web-stomp, or else AMQP, accepts connections. */
	start: () => Promise<void>;
	/** Shuts down gracefully. */
	stop: () => Promise<void>;
	kill9: () => Promise<void>;
	freeze: () => void;
	thaw: () => void;
	/** Closes each client gracefully, as an administrator would. */
	dropConnections: () => Promise<void>;
	/** Kills the broker without waiting. */
	killNow: () => void;
	/** Stops everything and removes the folder. */
	remove: () => Promise<void>;
};

type RabbitOptions = {
	/** The port of web-stomp. */
	port?: number;
	/** The port of AMQP (default: a free one). */
	amqpPort?: number;
	/** False: only AMQP, which starts faster. */
	hasStomp?: boolean;
};

/** RabbitMQ from Debian on loopback, with its own folder and ports; not started yet. */
export async function rabbitBroker({
	port: stompPort = 15_674,
	amqpPort: wantedPort,
	hasStomp = true,
}: RabbitOptions = {}): Promise<RabbitBroker> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rabbit-'));
	const sbin = globSync('/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin')[0];
	if (sbin === undefined) throw new Error('RabbitMQ is not installed where Debian installs it.');
	const amqpPort = wantedPort ?? (await reservePort());
	const env = await environment(folder, hasStomp ? stompPort : undefined, amqpPort);
	if (user.uid !== undefined)
		for (const file of ['.', ...readdirSync(folder)]) chownSync(path.join(folder, file), user.uid, user.gid);
	const port = hasStomp ? stompPort : amqpPort;
	const control = async (...args: string[]) => {
		await run(path.join(sbin, 'rabbitmqctl'), ['-q', ...args], {env, ...user});
	};
	let server: ChildProcess | undefined;
	const signal = (name: NodeJS.Signals) => {
		if (server?.pid !== undefined && server.exitCode === null && server.signalCode === null)
			process.kill(-server.pid, name);
	};
	const gone = (child = server) =>
		new Promise<void>(resolve => {
			if (!child || child.exitCode !== null || child.signalCode !== null) resolve();
			else child.once('exit', () => resolve());
		});
	const end = async (name: NodeJS.Signals) => {
		const over = gone();
		signal(name);
		await over;
		await until(async () => !(await listens(port)), 10_000);
	};
	return {
		url: `ws://127.0.0.1:${stompPort}/ws`,
		amqpUrl: `amqp://guest:guest@127.0.0.1:${amqpPort}`,
		amqpPort,
		pid: () => server?.pid ?? 0,
		control,
		start: async () => {
			const log = openSync(path.join(folder, 'output'), 'a');
			server = spawn(path.join(sbin, 'rabbitmq-server'), {
				env,
				...user,
				cwd: folder,
				detached: true,
				stdio: ['ignore', log, log],
			});
			await until(() => listens(port), upMs);
		},
		stop: () => end('SIGTERM'),
		kill9: () => end('SIGKILL'),
		killNow: () => signal('SIGKILL'),
		freeze: () => signal('SIGSTOP'),
		thaw: () => signal('SIGCONT'),
		dropConnections: () => control('close_all_connections', '--global', 'tried by a test'),
		remove: async () => {
			signal('SIGCONT');
			await end('SIGKILL');
			// Otherwise Erlang's name service would keep running, on its own port. It refuses while it knows the broker.
			await until(() => endsNames(String(env['ERL_EPMD_PORT'])), 10_000).catch(() => {});
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

async function environment(
	folder: string,
	port: number | undefined,
	amqp: number,
): Promise<NodeJS.ProcessEnv> {
	const [stomp, dist, epmd] = await Promise.all(Array.from({length: 3}, reservePort));
	const stompLines = [
		`stomp.listeners.tcp.1 = 127.0.0.1:${stomp}`,
		'stomp.default_vhost = rcondeck',
		'web_stomp.tcp.ip = 127.0.0.1',
		`web_stomp.tcp.port = ${port}`,
		'web_stomp.ws_path = /ws',
	];
	const lines = [`listeners.tcp.1 = 127.0.0.1:${amqp}`, ...(port === undefined ? [] : stompLines)];
	const [config, plugins] = [path.join(folder, 'rabbitmq.conf'), path.join(folder, 'enabled_plugins')];
	writeFileSync(config, `${lines.join('\n')}\n`);
	writeFileSync(plugins, port === undefined ? '[].\n' : '[rabbitmq_stomp,rabbitmq_web_stomp].\n');
	const [mnesia, logs] = [path.join(folder, 'mnesia'), path.join(folder, 'log')];
	for (const each of [mnesia, logs]) mkdirSync(each);
	return {
		...process.env,
		HOME: folder,
		RABBITMQ_BASE: folder,
		RABBITMQ_CONFIG_FILE: config,
		RABBITMQ_ENABLED_PLUGINS_FILE: plugins,
		RABBITMQ_MNESIA_BASE: mnesia,
		RABBITMQ_LOG_BASE: logs,
		RABBITMQ_NODENAME: 'rcondeck@localhost',
		RABBITMQ_DIST_PORT: String(dist),
		RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
		ERL_EPMD_ADDRESS: '127.0.0.1',
		ERL_EPMD_PORT: String(epmd),
	};
}

/** Resolves to whether no name service runs on a port. */
const endsNames = (port: string): Promise<boolean> =>
	run('epmd', ['-port', port, '-kill']).then(
		() => true,
		(error: unknown) => String(error).includes('Cannot connect'),
	);

function listens(port: number): Promise<boolean> {
	return new Promise(resolve => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}

async function until(isSo: () => Promise<boolean>, limitMs: number): Promise<void> {
	const endsAt = performance.now() + limitMs;
	while (!(await isSo())) {
		if (performance.now() > endsAt) throw new Error(`The condition was not met within ${limitMs / 1000} s.`);
		await new Promise(resolve => setTimeout(resolve, 20));
	}
}
