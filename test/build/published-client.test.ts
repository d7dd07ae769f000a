import {execFile} from 'node:child_process';
import {
	existsSync,
	globSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, expect, test} from 'vitest';
import {liveService} from '../cli/live-service.ts';
import {httpService, json} from '../helpers/http-service.ts';
import {stompService, textOf} from '../helpers/stomp-service.ts';
import {codeBlocks, docPage, linksOf} from '../readme/pages.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const tool = (name: string) => path.join(root, 'node_modules/typescript/bin', name);
let app = '';
/** What npm has installed. */
let packages: string[] = [];

/** An empty folder in which npm installs the package as `npm pack` makes it. Offline, so it needs no other package. */
beforeAll(async () => {
	app = mkdtempSync(path.join(tmpdir(), 'rcondeck-app-'));
	const inApp = {cwd: app, env: {...process.env, npm_config_cache: path.join(app, 'cache')}};
	writeFileSync(path.join(app, 'package.json'), JSON.stringify({type: 'module', private: true}));
	await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', app], {cwd: root});
	const [tarball = ''] = globSync('*.tgz', {cwd: app});
	await run('npm', ['install', '--offline', `./${tarball}`], inApp);
	packages = readdirSync(path.join(app, 'node_modules')).filter(name => !name.startsWith('.'));
	return () => rmSync(app, {recursive: true});
});

const examples = codeBlocks(docPage('client-library.md')).flatMap(({language, text}) =>
	language === 'ts' ? text : [],
);

/** The programs that the tests below run, and one that must not compile. */
const programs = {
	/** Optional settings may be undefined, as they are in the environment. */
	optional: `import {createClient, type ClientOptions, type Listed, type Unreadable} from 'rcondeck/client';
const {LOGIN, PASSCODE, FEED, SECONDS} = process.env;
const options: ClientOptions = {
	baseUrl: 'http://127.0.0.1:9',
	credentials: undefined,
	readOnly: undefined,
	deadlineMs: SECONDS === undefined ? undefined : 1000 * Number(SECONDS),
	onCall: undefined,
	feed: {url: FEED, login: LOGIN, passcode: PASSCODE, destinations: undefined},
};
const signal: AbortSignal | undefined = undefined;
export const list = (): Promise<Listed<{id: string}>> => createClient(options).listServers({teamId: 't'}, {signal, deadlineMs: undefined});
export const stop = (message: string | undefined) =>
	createClient(options).stopServer({serverId: 's', delayMinutes: undefined, delayedStopMessage: message});
export const reasonOf = ({reason}: Unreadable) => reason;
`,
	truth: `import {ApiError, createClient, isDown, isUp, mayHaveRun} from 'rcondeck/client';
const client = createClient({baseUrl: process.env['RCONDECK_URL'] ?? '', feed: {url: process.env['FEED_URL']}});
const say = (error: unknown) => {
	if (!(error instanceof ApiError)) throw error;
	console.log([error.reason, mayHaveRun(error), error.message].join(' '));
};
const giveUp = new AbortController();
giveUp.abort();
await client.stopServer({serverId: 'early'}, {signal: giveUp.signal}).catch(say);
const inFlight = new AbortController();
const stopped = client.stopServer({serverId: 'hangs'}, {signal: inFlight.signal}).catch(say);
await client.awaitRcon({serverId: 'seen', command: 'x'}).catch(say);
inFlight.abort();
await stopped;
const input = {serverId: 's', delayMinute: 10};
await client.restartServer(input).catch(say);
console.log(isUp('RUNNING'), isUp({state: 'online'}), isDown('STOPPED'), isDown({state: 'OFFLINE'}), isUp(undefined), isDown('UNKNOWN'));
const feed = client.followTeam('t', signal => {
	if (signal.type !== 'events') return;
	for (const event of signal.events)
		if (event.kind === 'unreadable') {
			console.log(event.body, event.destination);
			feed.close();
		}
});
`,
	errors: `import {ApiError, createClient} from 'rcondeck/client';
const say = (error: unknown) => {
	if (!(error instanceof ApiError)) throw error;
	console.log([error.reason, error.status ?? '-', error.request].join(' '));
};
const baseUrl = process.env['RCONDECK_URL'] ?? '';
const token = process.env['RCONDECK_TOKEN'] ?? '';
await createClient({baseUrl, credentials: {token}, readOnly: true}).startServer({serverId: 'a'}).catch(say);
await createClient({baseUrl, credentials: {token: 'wrong'}}).myTeam({}).catch(say);
await createClient({baseUrl: 'http://127.0.0.1:9', credentials: {token}}).sendRcon({serverId: 'a', command: 'b'}).catch(say);
`,
	wrong: `import {createClient} from 'rcondeck/client';
const client = createClient({baseUrl: 'http://127.0.0.1'});
void client.awaitRcon({serverId: 'a'});
void client.myTeam({}).then(team => team.id satisfies number);
void client.awaitRcon({serverId: 'a', command: 'b', timeoutMs: 'soon'});`,
};

/** What the compiler reports, by program. Most of its time goes to the declarations, which all programs share. */
const problems = new Map<string, string>();
const compiled = (name: string) => path.join(app, `${name}.js`);

/** Compiles all programs. Declarations are checked as strictly as the programs themselves. */
beforeAll(async () => {
	// Programs in TypeScript for Node have them.
	for (const types of ['@types/node', 'undici-types']) {
		const link = path.join(app, 'node_modules', types);
		mkdirSync(path.dirname(link), {recursive: true});
		symlinkSync(path.join(root, 'node_modules', types), link, 'dir');
	}
	const texts = {...programs, ...Object.fromEntries(examples.map((text, at) => [`example${at}`, text]))};
	for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(app, `${name}.ts`), text);
	const options = '--strict --target esnext --module nodenext --types node --exactOptionalPropertyTypes';
	const files = Object.keys(texts).map(name => `${name}.ts`);
	const found = await run(
		process.execPath,
		[tool('tsc'), ...options.split(' '), '--skipLibCheck', 'false', ...files],
		{cwd: app},
	).catch((error: {stdout: string}) => error);
	for (const line of found.stdout.split(/\n(?! )/)) {
		const [, name = 'others'] = /^(\w+)\.ts\(/.exec(line) ?? [];
		if (line !== '') problems.set(name, `${problems.get(name) ?? ''}${line}\n`);
	}
});

const installed = () => path.join(app, 'node_modules/rcondeck');

test('publishes only platform-independent files, without the executable', () => {
	expect(readdirSync(path.join(installed(), 'dist')).sort()).toEqual([
		'THIRD-PARTY-NOTICES.txt',
		'client',
		'man',
		'rcondeck-program.js',
		'rcondeck.mjs',
	]);
});

test('installs nothing but itself: less than 10 MB', () => {
	expect(packages).toEqual(['rcondeck']);
	const files = globSync('node_modules/rcondeck/**', {cwd: app}).map(name => lstatSync(path.join(app, name)));
	const bytes = files.filter(file => file.isFile()).reduce((sum, {size}) => sum + size, 0);
	expect(bytes).toBeGreaterThan(1_000_000);
	expect(bytes).toBeLessThan(10_000_000);
});

test('npx runs the installed program', async () => {
	const {stdout, stderr} = await run('npx', ['--offline', 'rcondeck', '--version'], {cwd: app});
	expect([stdout, stderr]).toEqual([expect.stringMatching(/^rcondeck \d+\.\d+\.\d+\n$/), '']);
});

test('the links and pictures of all pages resolve in the package', () => {
	const pages = globSync('**/*.md', {cwd: installed()});
	expect(pages).toContain('README.md');
	const broken = pages.flatMap(page => {
		const text = readFileSync(path.join(installed(), page), 'utf8');
		return linksOf({file: page, text})
			.map(({target}) => target.split('#', 1)[0] ?? '')
			.filter(target => target !== '' && !/^https?:/.test(target))
			.filter(target => !existsSync(path.join(installed(), path.dirname(page), target)))
			.map(target => `${page}: ${target}`);
	});
	expect(broken).toEqual([]);
});

test('the metadata is complete, and CONTRIBUTING.md lists its placeholders', () => {
	const text = readFileSync(path.join(installed(), 'package.json'), 'utf8');
	const metadata = JSON.parse(text) as Record<string, unknown>;
	for (const field of ['description', 'keywords', 'homepage', 'bugs', 'repository', 'license', 'author'])
		expect(metadata).toHaveProperty(field);
	const placeholders = new Set(text.match(/github\.com\/[\w-]+/g));
	expect([...placeholders]).toEqual(['github.com/OWNER']);
	const contributing = readFileSync(path.join(root, '.github/CONTRIBUTING.md'), 'utf8');
	for (const field of ['homepage', 'bugs', 'repository', 'author'])
		expect(contributing).toContain(`\`${field}\``);
});

test('every example of the documentation compiles', () => {
	expect(examples.length).toBeGreaterThan(2);
	expect([...problems.keys()]).toEqual(['wrong']);
});

test.each(['ONLINE', 'RUNNING'])(
	'the main example asks the servers of a service that are %s',
	async state => {
		const {url, seen} = await httpService(({url: target}, response) => {
			if (target === '/team/my') json(response, 200, {id: 't', name: 'team'});
			else if (target.startsWith('/server/by-team/'))
				json(response, 200, [{id: 's', displayName: 'one', state}]);
			else json(response, 200, {serverId: 's', command: {command: 'status', response: 'fine'}});
		});
		const {stdout} = await run(process.execPath, [compiled('example0')], {
			cwd: app,
			env: {PATH: process.env['PATH'], RCONDECK_URL: url, RCONDECK_TOKEN: 'token'},
		});
		expect(stdout).toBe('one fine\n');
		expect(seen.map(({method}) => method)).toContain('POST');
	},
);

test('the main example of the documentation runs on the local service', async () => {
	const {RCONDECK_URL = '', RCONDECK_TOKEN = ''} = await liveService();
	const {stdout, stderr} = await run(process.execPath, [compiled('example0')], {
		cwd: app,
		env: {PATH: process.env['PATH'], RCONDECK_URL, RCONDECK_TOKEN},
	});
	expect(stdout).toMatch(/hostname|players/);
	expect(stderr).toContain('feed: connecting');
});

test('an aborted write may have run, an unknown field is refused, and an unreadable message is passed on', async () => {
	let stop: (() => void) | undefined;
	const {url, seen} = await httpService(({url: target}, response) => {
		if (target.includes('hangs')) return stop?.();
		// Answered once the stop is in flight.
		const answer = () => json(response, 409, {message: 'no such thing'});
		if (seen.some(request => request.url.includes('hangs'))) answer();
		else stop = answer;
	});
	const peer = await stompService({
		onFrame: ({command}, socket) => {
			if (command !== 'SUBSCRIBE') return;
			socket.send(
				textOf('MESSAGE', {subscription: 'sub-0', 'message-id': '1', destination: '/topic/x'}, '{"odd":1}'),
			);
		},
	});
	const {stdout} = await run(process.execPath, [compiled('truth')], {
		cwd: app,
		env: {PATH: process.env['PATH'], RCONDECK_URL: url, FEED_URL: peer.url},
	});
	expect(stdout.trim().split('\n')).toEqual([
		'canceled false The request was canceled.',
		expect.stringMatching(/^refused false .*no such thing/),
		'canceled true The request was canceled.',
		expect.stringMatching(/^blocked false .*delayMinute.* use delayMinutes/),
		'true true true true false false',
		'{"odd":1} /topic/x',
	]);
	expect(seen.map(request => request.url)).not.toContain('/server/s/restart');
});

test('the types require what the specification requires, and a wrong name does not compile', () => {
	const problem = problems.get('wrong');
	expect(problem).toContain("Property 'command' is missing");
	expect(problem).toContain("Type 'string' does not satisfy the expected type 'number'");
	expect(problem).toContain("Type 'string' is not assignable to type 'number'");
});

test('a read-only client sends only GET, and errors give the reason and the request', async () => {
	const {RCONDECK_URL = '', RCONDECK_TOKEN = ''} = await liveService();
	const {stdout} = await run(process.execPath, [compiled('errors')], {
		cwd: app,
		env: {PATH: process.env['PATH'], RCONDECK_URL, RCONDECK_TOKEN},
	});
	expect(stdout.trim().split('\n')).toEqual([
		'blocked - POST /server/{serverId}/start',
		'refused 401 GET /team/my',
		'unreachable - POST /server/{serverId}/rcon',
	]);
});
