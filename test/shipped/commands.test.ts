import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {cases, fleet, text} from './command-cases.ts';
import {openService, openShipped} from './shipped.ts';

test('every command has a test of the built file', async () => {
	const branches = branchesOf(await declaredProgram());
	const names = new Set(branches.map(({path}) => path));
	const leaves = branches.filter(({subcommands}) => subcommands.length === 0).map(({path}) => path);
	expect(leaves.filter(name => !(name in cases))).toEqual([]);
	// A case may be for an option.
	expect(Object.keys(cases).filter(name => !names.has(name.split(' --')[0] ?? ''))).toEqual([]);
});

test.each(Object.entries(cases))(
	'%s',
	async (_name, {args, stdin, env = {}, before, whenLive, until, after, ...expected}) => {
		const service = await openService({fleet});
		const rcondeck = openShipped({env: service.env});
		const more = (await before?.(rcondeck, service)) ?? [];
		const running = rcondeck.start([...args, ...more], {stdin: stdin?.(service) ?? '', env});
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
	},
);
