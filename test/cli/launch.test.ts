import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {
	chmodSync,
	chownSync,
	closeSync,
	copyFileSync,
	cpSync,
	existsSync,
	lstatSync,
	openSync,
	readFileSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, onTestFinished, test} from 'vitest';
import {commandIn} from '../../src/cli/code-cache.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {waitFor} from '../helpers/wait-for.ts';

const program = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');
const newFolder = () => mkdtempSync(path.join(tmpdir(), 'rcondeck-cache-'));
let cache = '';
/** The cache after the first start. */
const first = newFolder();

beforeAll(() => void start(first));
afterAll(() => rmSync(first, {recursive: true, force: true}));
beforeEach(() => {
	cache = newFolder();
	onTestFinished(() => rmSync(cache, {recursive: true, force: true}));
});

function start(cacheHome = cache, words = ['--version']) {
	const env = {...process.env, XDG_CACHE_HOME: cacheHome, NODE_V8_COVERAGE: undefined};
	return spawnSync(process.execPath, [program, ...words], {encoding: 'utf8', env});
}

/** What a first start leaves. */
const startedBefore = () => cpSync(first, cache, {recursive: true, preserveTimestamps: true});

const starts = {status: 0, stdout: expect.stringMatching(/^rcondeck \S+\n$/), stderr: ''};

/** The only file with the code of a command. */
function kept(command = 'tui'): string {
	const names = readdirSync(path.join(cache, 'rcondeck')).filter(name => name.startsWith(`code-${command}-`));
	expect(names).toHaveLength(1);
	return path.join(cache, 'rcondeck', names[0] ?? '');
}

/** The commands whose code is cached. */
const cached = () =>
	existsSync(path.join(cache, 'rcondeck'))
		? readdirSync(path.join(cache, 'rcondeck'))
				.flatMap(name => /^code-(.+?)-[0-9a-f]{16}-/.exec(name)?.[1] ?? [])
				.toSorted()
		: [];

test('the first start caches the compiled code where only its owner can write, and the second one uses it', () => {
	start();
	const {mode, mtimeMs} = statSync(kept());
	expect(mode & 0o777).toBe(0o600);
	expect(start()).toMatchObject(starts);
	expect(statSync(kept()).mtimeMs).toBe(mtimeMs);
});

test('code that is older than a day is stored again, because the command may run other code by now', () => {
	startedBefore();
	const yesterday = new Date(Date.now() - 25 * 3_600_000);
	utimesSync(kept(), yesterday, yesterday);
	expect(start()).toMatchObject(starts);
	const {mtimeMs} = statSync(kept());
	expect(mtimeMs).toBeGreaterThan(yesterday.getTime() + 3_600_000);
	expect(start()).toMatchObject(starts);
	expect(statSync(kept()).mtimeMs).toBe(mtimeMs);
});

test('caches code for each command, and only after it succeeds', () => {
	expect(start(cache, ['completion', 'none']).status).toBe(2);
	expect(start(cache, ['nothing-like-that']).status).toBe(2);
	expect(cached()).toEqual([]);
	expect(start(cache, ['completion', 'bash']).status).toBe(0);
	expect(start(cache, ['keys']).status).toBe(0);
	expect(cached()).toEqual(['completion', 'keys']);
	const {mtimeMs} = statSync(kept('completion'));
	start(cache, ['completion', 'zsh']);
	expect(statSync(kept('completion')).mtimeMs).toBe(mtimeMs);
});

test('two simultaneous starts leave one complete file', async () => {
	const env = {...process.env, XDG_CACHE_HOME: cache, NODE_V8_COVERAGE: undefined};
	const codes = await Promise.all(
		['bash', 'zsh'].map(async shell => {
			const run = spawn(process.execPath, [program, 'completion', shell], {env, stdio: 'ignore'});
			return (await once(run, 'exit'))[0] as unknown;
		}),
	);
	expect(codes).toEqual([0, 0]);
	expect(readdirSync(path.join(cache, 'rcondeck'))).toEqual([path.basename(kept('completion'))]);
	const {mtimeMs} = statSync(kept('completion'));
	start(cache, ['completion', 'bash']);
	expect(statSync(kept('completion')).mtimeMs).toBe(mtimeMs);
});

test('a program that lasts stores its code after ten seconds, and not again at its end', async () => {
	const env = {...process.env, HOME: cache, XDG_CACHE_HOME: cache, NODE_V8_COVERAGE: undefined};
	const service = spawn(process.execPath, [program, 'serve', '--demo', '--port', '0'], {env});
	onTestFinished(() => void service.kill('SIGKILL'));
	for await (const text of service.stdout) if (String(text).includes('Ctrl-C')) break;
	await waitFor(() => expect(cached()).toEqual(['serve']), {interval: 100});
	const {mtimeMs} = statSync(kept('serve'));
	service.kill();
	await once(service, 'exit');
	expect(statSync(kept('serve')).mtimeMs).toBe(mtimeMs);
});

test('a program that is replaced while it runs continues', async () => {
	const launcher = path.join(cache, 'rcondeck.mjs');
	const beside = path.join(cache, 'rcondeck-program.js');
	copyFileSync(program, launcher);
	copyFileSync(path.join(path.dirname(program), 'rcondeck-program.js'), beside);
	const env = {...process.env, HOME: cache, XDG_CACHE_HOME: cache, NODE_V8_COVERAGE: undefined};
	const service = spawn(process.execPath, [launcher, 'serve', '--demo', '--port', '0'], {env});
	onTestFinished(() => void service.kill('SIGKILL'));
	for await (const text of service.stdout) if (String(text).includes('Ctrl-C')) break;
	writeFileSync(beside, 'another version');
	service.kill();
	expect(await once(service, 'exit')).toEqual([0, null]);
});

test('does not take the value of an option for a command', async () => {
	const {options} = await declaredProgram();
	const withValue = options.filter(({required}) => required).flatMap(({long}) => long ?? []);
	expect(withValue).toContain('--profile');
	for (const option of withValue) expect(commandIn([option, 'one', '--yes', 'rcon', 'two'])).toBe('rcon');
	expect(commandIn(['--profile=prod', 'servers'])).toBe('servers');
	expect(commandIn(['--profile', 'prod'])).toBe('tui');
	start(cache, ['--profile', 'prod', 'completion', 'bash']);
	expect(cached()).toEqual(['completion']);
});

test('rebuilds damaged cached code', () => {
	startedBefore();
	writeFileSync(kept(), 'not code at all');
	expect(start()).toMatchObject(starts);
	expect(statSync(kept()).size).toBeGreaterThan(10_000);
});

test.each(['zeroed', 'changed in one bit'])('rebuilds cached code that is partly %s', how => {
	startedBefore();
	const code = readFileSync(kept());
	const middle = Math.floor(code.length / 2);
	const damaged = Buffer.from(code);
	if (how === 'zeroed') damaged.fill(0, middle, middle + 4096);
	else damaged.writeUInt8(code.readUInt8(middle) ^ 1, middle);
	writeFileSync(kept(), damaged);
	expect(start()).toMatchObject(starts);
	expect(readFileSync(kept())).not.toEqual(damaged);
});

test('does not use cached code that others could have written', () => {
	startedBefore();
	const {mtimeMs} = statSync(kept());
	chmodSync(kept(), 0o666);
	start();
	expect(statSync(kept()).mtimeMs).not.toBe(mtimeMs);
	expect(statSync(kept()).mode & 0o777).toBe(0o600);
});

test('does not read a folder that others can enter, and restricts it', () => {
	startedBefore();
	const {mtimeMs} = statSync(kept());
	const folder = path.dirname(kept());
	chmodSync(folder, 0o755);
	expect(start()).toMatchObject(starts);
	expect(statSync(kept()).mtimeMs).not.toBe(mtimeMs);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('does not follow a symbolic link in place of the folder', () => {
	startedBefore();
	const elsewhere = path.join(cache, 'elsewhere');
	renameSync(path.join(cache, 'rcondeck'), elsewhere);
	symlinkSync(elsewhere, path.join(cache, 'rcondeck'));
	writeFileSync(kept(), 'no code');
	expect(start()).toMatchObject(starts);
	expect(readFileSync(kept(), 'utf8')).toBe('no code');
});

test('replaces a symbolic link in place of the cached code instead of following it', () => {
	startedBefore();
	const file = kept();
	const elsewhere = path.join(cache, 'elsewhere');
	renameSync(file, elsewhere);
	symlinkSync(elsewhere, file);
	const {mtimeMs} = statSync(elsewhere);
	expect(start()).toMatchObject(starts);
	expect(lstatSync(file).isFile()).toBe(true);
	expect(statSync(elsewhere).mtimeMs).toBe(mtimeMs);
});

test('replaces a symbolic link at the path of new code, and leaves its target unchanged', () => {
	startedBefore();
	const victim = path.join(cache, 'victim');
	writeFileSync(victim, 'mine');
	const script = 'rm "$KEPT"; ln -s "$VICTIM" "$KEPT.$$"; exec "$@"';
	const env = {...process.env, XDG_CACHE_HOME: cache, KEPT: kept(), VICTIM: victim};
	const command = [process.execPath, program, '--version'];
	expect(spawnSync('sh', ['-c', script, 'sh', ...command], {encoding: 'utf8', env})).toMatchObject(starts);
	expect(readFileSync(victim, 'utf8')).toBe('mine');
	expect(lstatSync(kept()).isFile()).toBe(true);
});

test('removes code of an older build', () => {
	startedBefore();
	const old = path.join(cache, 'rcondeck', 'code-tui-0123456789abcdef-1-x64');
	renameSync(kept(), old);
	start();
	expect(existsSync(old)).toBe(false);
	expect(statSync(kept()).size).toBeGreaterThan(10_000);
});

test.each<[what: string, changed: (text: string) => string | undefined]>([
	['is longer', text => `${text}\n`],
	['belongs to another build', text => text.replace(/^\/\/ .{8}/, '// 01234567')],
	['is missing', () => undefined],
])('reports a program that %s instead of running something else', (_, changed) => {
	const launcher = path.join(cache, 'rcondeck.mjs');
	copyFileSync(program, launcher);
	const found = path.join(cache, 'rcondeck-program.js');
	const text = changed(readFileSync(path.join(path.dirname(program), 'rcondeck-program.js'), 'latin1'));
	if (text !== undefined) writeFileSync(found, text, 'latin1');
	const {status, stdout, stderr} = spawnSync(process.execPath, [launcher, '--version'], {encoding: 'utf8'});
	expect({status, stdout}).toEqual({status: 70, stdout: ''});
	expect(stderr).toContain(`rcondeck: ${found} is missing, damaged or from another version.`);
});

test.runIf(process.getuid?.() === 0)('a program that someone else could have written is not started', () => {
	const [launcher, found] = ['rcondeck.mjs', 'rcondeck-program.js'].map(name => path.join(cache, name));
	copyFileSync(program, launcher ?? '');
	copyFileSync(path.join(path.dirname(program), 'rcondeck-program.js'), found ?? '');
	const status = () => spawnSync(process.execPath, [launcher ?? '', '--version']).status;
	expect(status()).toBe(0);
	chmodSync(found ?? '', 0o666);
	expect(status()).toBe(70);
	chmodSync(found ?? '', 0o644);
	chownSync(found ?? '', 12_345, 12_345);
	expect(status()).toBe(70);
	chownSync(launcher ?? '', 12_345, 12_345);
	expect(status()).toBe(0);
});

test('starts through a symbolic link to the launcher', () => {
	const link = path.join(cache, 'link');
	symlinkSync(program, link);
	expect(spawnSync(process.execPath, [link, '--version'], {encoding: 'utf8'})).toMatchObject(starts);
});

test('the program starts even without a place for the cache', () => {
	expect(start('/dev/null/nowhere')).toMatchObject(starts);
});

test('a build never exposes a partial program to a concurrent start', () => {
	const out = path.join(cache, 'rcondeck.mjs');
	const build = path.resolve(import.meta.dirname, '../../src/build/bundle.ts');
	const files = [out, path.join(cache, 'rcondeck-program.js')];
	for (const file of files) writeFileSync(file, 'the old one, whole');
	const reading = files.map(file => openSync(file, 'r'));
	onTestFinished(() => reading.forEach(file => closeSync(file)));
	expect(spawnSync(process.execPath, [build, '--out', out]).status).toBe(0);
	for (const file of reading) expect(readFileSync(file, 'utf8')).toBe('the old one, whole');
	expect(files.map(file => statSync(file).mode & 0o777)).toEqual([0o755, 0o644]);
	expect(readdirSync(cache).sort()).toEqual([
		'THIRD-PARTY-NOTICES.txt',
		'rcondeck-program.js',
		'rcondeck.mjs',
	]);
});
