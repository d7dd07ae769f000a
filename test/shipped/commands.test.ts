import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {fleet, text} from './command-cases/case.ts';
import {cases} from './command-cases/index.ts';
import {openInProcess} from '../cli/in-process.ts';
import {openService, openShipped} from './shipped.ts';

test('every command has a case', async () => {
	const branches = branchesOf(await declaredProgram());
	const names = new Set(branches.map(({path}) => path));
	const leaves = branches.filter(({subcommands}) => subcommands.length === 0).map(({path}) => path);
	expect(leaves.filter(name => !(name in cases))).toEqual([]);
	// A case may be for an option.
	expect(Object.keys(cases).filter(name => !names.has(name.split(' --')[0] ?? ''))).toEqual([]);
});

const all = Object.entries(cases);
const wordOf = (name: string) => name.split(' ')[0];
/** The built file runs the first of the commands that begin with the same word, which share their code. The others run in this process. */
const built = new Set(all.map(([name]) => all.find(([other]) => wordOf(other) === wordOf(name))?.[0]));

test.each(all)('%s', async (name, {args, stdin, env = {}, before, whenLive, until, after, ...expected}) => {
	const service = await openService({fleet});
	// What happens before and after, in the same home folder.
	const rcondeck = openInProcess({env: service.env});
	const {folder} = rcondeck;
	const program = built.has(name) ? openShipped({env: service.env, folder}) : rcondeck;
	const more = (await before?.(rcondeck, service)) ?? [];
	const running = program.start([...args, ...more], {stdin: stdin?.(service) ?? '', env});
	if (whenLive) {
		await running.saysOnError('feed LIVE');
		await whenLive(rcondeck);
	}
	if (until !== undefined) {
		await running.says(until);
		running.kill('SIGINT');
	}
	const ended = await running.ended;
	const {out = '', err = /^$/, asks, code = until === undefined ? 0 : 130} = expected;
	const isDocument = args.includes('--json') && until === undefined;
	expect({
		...ended,
		out: isDocument ? (JSON.parse(ended.out) as unknown) : ended.out,
		asked: service.asked,
	}).toMatchObject({
		code,
		out,
		err: text(err),
		asked: expect.arrayContaining(asks === undefined ? [] : [asks]) as unknown,
	});
	await after?.(rcondeck);
});
