import {execFile} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, expect, onTestFinished, test} from 'vitest';
import {liveService} from '../cli/live-service.ts';
import {codeBlocks, docPage} from '../readme/pages.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const tool = (name: string) => path.join(root, 'node_modules/typescript/bin', name);
let app = '';

/** An empty folder with the package installed as `npm pack` makes it, beside its dependencies. */
beforeAll(async () => {
	app = mkdtempSync(path.join(tmpdir(), 'rcondeck-app-'));
	const modules = path.join(app, 'node_modules');
	mkdirSync(modules);
	await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', app], {cwd: root});
	const pack = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		version: string;
		dependencies: Record<string, string>;
	};
	await run('tar', ['-xzf', `rcondeck-${pack.version}.tgz`, '-C', modules], {cwd: app});
	await run('mv', [path.join(modules, 'package'), path.join(modules, 'rcondeck')]);
	for (const name of [...Object.keys(pack.dependencies), '@types/node', 'undici-types']) {
		mkdirSync(path.dirname(path.join(modules, name)), {recursive: true});
		symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'dir');
	}
	writeFileSync(path.join(app, 'package.json'), JSON.stringify({type: 'module', private: true}));
	return () => rmSync(app, {recursive: true});
}, 60_000);

/** The compiled file. Declarations are checked as strictly as the file itself. */
async function compiled(name: string, text: string): Promise<string> {
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

test('publishes only platform-independent files, without the executable', () => {
	expect(readdirSync(path.join(app, 'node_modules/rcondeck/dist')).sort()).toEqual([
		'client',
		'man',
		'rcondeck.mjs',
	]);
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
}, 20_000);

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
