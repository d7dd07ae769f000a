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
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {liveService} from '../cli/live-service.ts';
import {codeBlocks, docPage, linksOf} from '../readme/pages.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const tool = (name: string) => path.join(root, 'node_modules/typescript/bin', name);
let app = '';

/** An empty folder in which npm installs the package as `npm pack` makes it. Offline, so it needs no other package. */
beforeAll(async () => {
	app = mkdtempSync(path.join(tmpdir(), 'rcondeck-app-'));
	const inApp = {cwd: app, env: {...process.env, npm_config_cache: path.join(app, 'cache')}};
	writeFileSync(path.join(app, 'package.json'), JSON.stringify({type: 'module', private: true}));
	await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', app], {cwd: root});
	const [tarball = ''] = globSync('*.tgz', {cwd: app});
	await run('npm', ['install', '--offline', `./${tarball}`], inApp);
	return () => rmSync(app, {recursive: true});
});

/** The compiled file. Declarations are checked as strictly as the file itself. */
async function compiled(name: string, text: string): Promise<string> {
	// Programs in TypeScript for Node have them.
	for (const types of ['@types/node', 'undici-types']) {
		const link = path.join(app, 'node_modules', types);
		mkdirSync(path.dirname(link), {recursive: true});
		if (!existsSync(link)) symlinkSync(path.join(root, 'node_modules', types), link, 'dir');
	}
	writeFileSync(path.join(app, `${name}.ts`), text);
	onTestFinished(() => rmSync(path.join(app, `${name}.ts`)));
	const options = '--strict --target esnext --module nodenext --types node --exactOptionalPropertyTypes';
	await run(process.execPath, [tool('tsc'), ...options.split(' '), '--skipLibCheck', 'false', `${name}.ts`], {
		cwd: app,
	}).catch((error: {stdout: string}) => {
		throw new Error(error.stdout);
	});
	return path.join(app, `${name}.js`);
}

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
	const names = readdirSync(path.join(app, 'node_modules')).filter(name => !name.startsWith('.'));
	expect(names).toEqual(['rcondeck']);
	const files = globSync('node_modules/**', {cwd: app}).map(name => lstatSync(path.join(app, name)));
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

test('the example from the documentation compiles and runs against the published package', async () => {
	const example = codeBlocks(docPage('client-library.md')).find(({language}) => language === 'ts');
	const file = await compiled('example', example?.text ?? '');
	const {RCONDECK_URL = '', RCONDECK_TOKEN = ''} = await liveService();
	const {stdout, stderr} = await run(process.execPath, [file], {
		cwd: app,
		env: {PATH: process.env['PATH'], RCONDECK_URL, RCONDECK_TOKEN},
	});
	expect(stdout).toMatch(/hostname|players/);
	expect(stderr).toContain('feed: connecting');
});

test('the types require what the specification requires, and a wrong name does not compile', async () => {
	const wrong = `import {createClient} from 'rcondeck/client';
const client = createClient({baseUrl: 'http://127.0.0.1'});
void client.awaitRcon({serverId: 'a'});
void client.myTeam({}).then(team => team.id satisfies number);
void client.awaitRcon({serverId: 'a', command: 'b', timeoutMs: 'soon'});`;
	const problem = await compiled('wrong', wrong).catch(String);
	expect(problem).toContain("Property 'command' is missing");
	expect(problem).toContain("Type 'string' does not satisfy the expected type 'number'");
	expect(problem).toContain("Type 'string' is not assignable to type 'number'");
});

test('a read-only client sends only GET, and errors give the reason and the request', async () => {
	const {RCONDECK_URL = '', RCONDECK_TOKEN = ''} = await liveService();
	const file = await compiled(
		'errors',
		`import {ApiError, createClient} from 'rcondeck/client';
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
	);
	const {stdout} = await run(process.execPath, [file], {
		cwd: app,
		env: {PATH: process.env['PATH'], RCONDECK_URL, RCONDECK_TOKEN},
	});
	expect(stdout.trim().split('\n')).toEqual([
		'blocked - POST /server/{serverId}/start',
		'refused 401 GET /team/my',
		'unreachable - POST /server/{serverId}/rcon',
	]);
});
