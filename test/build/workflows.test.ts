import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');
const yamlIn = (folder: string) =>
	readdirSync(path.join(root, folder))
		.filter(name => name.endsWith('.yml'))
		.map(name => ({file: `${folder}/${name}`, content: parse(readText(`${folder}/${name}`)) as unknown}));

type Step = {uses?: string; run?: string; with?: Record<string, unknown>};
type Permissions = Record<string, string>;
type Job = {
	needs?: string;
	uses?: string;
	'runs-on'?: string;
	'timeout-minutes'?: number;
	permissions?: Permissions;
	steps?: Step[];
};
type Workflow = {name: string; on: object; permissions: Permissions; jobs: Record<string, Job>};

const workflows = yamlIn('.github/workflows').map(({file, content}) => ({
	file,
	workflow: content as Workflow,
}));
const jobs = workflows.flatMap(({file, workflow}) =>
	Object.entries(workflow.jobs).map(([name, job]) => ({place: `${file}: ${name}`, job, workflow})),
);
const steps = jobs.flatMap(({place, job}) => (job.steps ?? []).map(step => ({place, step})));
const commands = steps.flatMap(({place, step}) => (step.run === undefined ? [] : {place, run: step.run}));

test('every npm script and every file that a workflow runs exists', () => {
	const {scripts} = JSON.parse(readText('package.json')) as {scripts: Record<string, string>};
	const named = commands.flatMap(({place, run}) =>
		[...run.matchAll(/\bnpm (?:run (?:--\w+ )*)?([\w:]+)/g)].map(([, name = '']) => ({place, name})),
	);
	const ofNpm = new Set(['ci', 'publish', 'view']);
	expect(named.map(({name}) => name)).toEqual(expect.arrayContaining(['ci', 'build', 'test', 'publish']));
	expect(named.filter(({name}) => !ofNpm.has(name) && !(name in scripts))).toEqual([]);
	const files = commands.flatMap(({place, run}) =>
		[...run.matchAll(/\bnode ((?!dist\/)\S+\.[mt][js]s?|\S+\.ts)/g)].map(([, file = '']) => ({place, file})),
	);
	expect(files.map(({file}) => file)).toContain('src/build/release-notes.ts');
	expect(files.filter(({file}) => !existsSync(path.join(root, file)))).toEqual([]);
	const images = commands.flatMap(
		({run}) => /\bdocker build --build-arg NODE_IMAGE=\S+ --file (\S+)/.exec(run)?.[1] ?? [],
	);
	expect(images.map(file => [file, existsSync(path.join(root, file))])).toEqual([
		['src/build/Dockerfile', true],
		['src/build/Dockerfile', true],
	]);
});

test('every action is pinned to a commit, beside its version', () => {
	const used = workflows.flatMap(({file}) =>
		readText(file)
			.split('\n')
			.filter(line => /\buses:/.test(line) && !line.includes('uses: ./'))
			.map(line => `${file}: ${line.trim()}`),
	);
	expect(used.length).toBeGreaterThan(10);
	expect(used.filter(line => !/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
	const ownWorkflows = jobs.flatMap(({job}) => job.uses ?? []);
	expect(ownWorkflows.filter(file => !existsSync(path.join(root, file)))).toEqual([]);
});

test('a release embeds the Node of its runner, compared with the signed checksums, and each executable is started', () => {
	const runs = commands.filter(({place}) => place.endsWith('release.yml: build')).map(({run}) => run);
	expect(runs).toEqual([
		'npm ci',
		'node src/build/verify-node.ts',
		'node src/build/release.ts --only "$PARTS"',
	]);
	const ofRelease = readText('.github/workflows/release.yml');
	const runners = [...ofRelease.matchAll(/- \{os: (\S+), parts: '?([\w,-]+)'?\}/g)];
	expect(runners.map(([, os = '', parts = '']) => [os.split('-', 1)[0], parts])).toEqual([
		['ubuntu', 'npm,linux-x64'],
		['ubuntu', 'linux-arm64'],
		['macos', 'macos-arm64'],
		['macos', 'macos-x64'],
		['windows', 'windows-x64'],
	]);
	const onWindows = commands.find(({place}) => place.endsWith('ci.yml: windows-executable') && place);
	const started = commands.filter(({place}) => place === onWindows?.place).map(({run}) => run);
	expect(started.at(-1)).toMatch(
		/executable\.ts\ndist\/rcondeck\.exe --version\ndist\/rcondeck\.exe servers --demo/,
	);
});

test('the container of a release has a base with a digest', () => {
	const build = commands.find(({run}) => run.includes('docker push'))?.run ?? '';
	expect(build).toContain('[[ "$NODE_IMAGE" =~ @sha256:[0-9a-f]{64}$ ]] ||');
	expect(build.indexOf('@sha256')).toBeLessThan(build.indexOf('docker build'));
	expect(readText('src/build/Dockerfile')).toMatch(/^ARG NODE_IMAGE$/m);
});

test('workflows have read permission only, and jobs write only to the places that they publish to', () => {
	for (const {workflow} of workflows)
		expect(Object.values(workflow.permissions).filter(access => access !== 'read')).toEqual([]);
	const writing = jobs.filter(({job}) => Object.values(job.permissions ?? {}).includes('write'));
	expect(writing.map(({place}) => place)).toEqual([
		'.github/workflows/release.yml: publish',
		'.github/workflows/release.yml: container',
	]);
	const checkouts = steps.filter(({step}) => step.uses?.startsWith('actions/checkout@'));
	expect(checkouts.filter(({step}) => step.with?.['persist-credentials'] !== false)).toEqual([]);
	// A name of a branch or tag in a script would be executed.
	expect(commands.filter(({run}) => run.includes('${{'))).toEqual([]);
});

test('every job ends, and waits for jobs that exist', () => {
	const endless = jobs.filter(({job}) => job.uses === undefined && !((job['timeout-minutes'] ?? 0) > 0));
	expect(endless.map(({place}) => place)).toEqual([]);
	const waiting = jobs.filter(({job}) => job.needs !== undefined);
	expect(waiting.length).toBeGreaterThan(2);
	expect(waiting.filter(({job, workflow}) => !((job.needs ?? '') in workflow.jobs))).toEqual([]);
});

test('the issue forms have the fields that a forge requires, and the bug form asks for a report', () => {
	type Field = {
		type: string;
		id?: string;
		attributes: {label?: string; value?: string; description?: string};
	};
	const forms = yamlIn('.github/ISSUE_TEMPLATE').filter(({file}) => !file.endsWith('/config.yml'));
	expect(forms).toHaveLength(2);
	for (const {content} of forms) {
		const {name, description, body} = content as {name: string; description: string; body: Field[]};
		expect([name, description]).not.toContain(undefined);
		const ids = body.flatMap(({id}) => id ?? []);
		expect(new Set(ids).size).toBe(ids.length);
		for (const {type, attributes} of body)
			expect(type === 'markdown' ? attributes.value : attributes.label).toBeTypeOf('string');
	}
	expect(readText('.github/ISSUE_TEMPLATE/bug.yml')).toContain('`rcondeck doctor --report`');
});

test('CONTRIBUTING.md lists the placeholders of the owner', () => {
	const contributing = readText('.github/CONTRIBUTING.md');
	for (const [file, placeholder] of [
		['CODEOWNERS', '@OWNER'],
		['CODE_OF_CONDUCT.md', 'CONDUCT_CONTACT'],
	] as const) {
		expect(readText(`.github/${file}`)).toContain(placeholder);
		expect(contributing).toContain(`\`${file}\`: \`${placeholder}\``);
	}
});
