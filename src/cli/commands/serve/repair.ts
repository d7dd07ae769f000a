import {describe} from '../describe.ts';
import path from 'node:path';
import type {Command} from 'commander';
import {directory, serviceFolder} from '../../../config/paths.ts';
import {bytesText} from '../../../lib/bytes.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {serveRepairMessages as messages} from '../../../messages/serve.ts';
import {consent} from '../../output/consent.ts';
import {exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {writeList} from '../../output/listing.ts';
import {say, sayDone} from '../../output/output.ts';
import {formatOption, jsonOption} from '../../output/output-options.ts';
import type {Run} from '../../start/command-run.ts';
import {findOne} from '../find/find-one.ts';

type Options = {removeNode?: string};

/** Declares `serve check` and `serve repair`, which work on the records while no service runs. */
export function addServeRepair(serve: Command, run: Run): void {
	const fileOf = (io: Io): string => {
		const {data}: {data?: string} = serve.opts();
		const folder = data ?? serviceFolder(directory(io.env, 'RCONDECK_STATE_DIR').path);
		return path.join(path.resolve(folder), 'service.db');
	};
	describe(serve.command('check'), messages.check)
		.option('--data <dir>', messages.dataHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run(async io => {
				const {checkRecords} = await import('../../../service/records/repair.ts');
				const {parts, problems, ...sizes} = checkRecords(fileOf(io));
				writeList(io, {
					plural: 'parts',
					items: parts,
					idOf: ({id}) => id,
					record: part => part,
					columns: () => [
						{header: 'KIND', value: ({kind}) => kind},
						{header: 'NAME', value: ({name}) => name},
						{header: 'ROWS', value: ({rows}) => String(rows)},
						{header: 'SIZE', value: ({bytes}) => bytesText(bytes)},
					],
					empty: messages.none,
					more: {...sizes, problems},
				});
				if (io.format?.kind !== 'json')
					say(io, messages.sizes(bytesText(sizes.bytes), bytesText(sizes.free)));
				for (const problem of problems) say(io, messages.damaged(printableLine(problem)));
				return problems.length > 0 ? exitCodes.failed : exitCodes.done;
			}),
		);
	describe(serve.command('repair'), messages.repair)
		.option('--data <dir>', messages.dataHelp)
		.option('--remove-node <node>', messages.removeNodeHelp)
		.action(
			run(async (io, {yes}, {removeNode: word}: Options) => {
				const records = await import('../../../service/records/repair.ts');
				const file = fileOf(io);
				const before = records.checkRecords(file);
				const nodes = before.parts.filter(({kind}) => kind === 'node');
				const named = nodes.map(({id, name}) => ({id, names: [name]}));
				const id = word === undefined ? undefined : findOne('node', named, word, messages.where);
				const name = printableLine(nodes.find(node => node.id === id)?.name ?? '');
				const summary = id === undefined ? messages.compactSummary : messages.removeSummary(name);
				const asked = {verb: messages.verb, summary, risk: 'review', word: {name, id: id ?? ''}} as const;
				await consent(io, {readOnly: false, protect: 'normal'}, yes, asked);
				if (id !== undefined) records.removeNode(file, id);
				records.compactRecords(file);
				const {bytes} = records.checkRecords(file);
				sayDone(io, messages.repaired(bytesText(before.bytes), bytesText(bytes)));
			}),
		);
}
