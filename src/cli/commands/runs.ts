import type {Command} from 'commander';
import {runStatuses, runStatusOf} from '../../app/automations/run.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes} from '../exit-codes.ts';
import {findOne, listFor, namesIn} from '../find-one.ts';
import {columnsOfRuns} from '../list-columns.ts';
import {writeList} from '../listing.ts';
import {momentOf} from '../moments.ts';
import {say} from '../output.ts';
import {formatOption, jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {wholeNumber} from '../service-folder.ts';
import {withService, type Call} from '../session.ts';
import {runCommandMessages} from '../../messages/cli-automations.ts';
import {cliOptionMessages, findMessages} from '../../messages/cli-options.ts';

type Options = {
	automation?: string;
	status?: string[];
	from?: string;
	to?: string;
	page: string;
	size: string;
};

export function addRuns(program: Command, run: Run): void {
	program
		.command('runs')
		.description(runCommandMessages.description)
		.option('--automation <automation>', runCommandMessages.automationHelp(findMessages.nameHelp))
		.option('--status <status...>', runCommandMessages.statusHelp(runStatuses.join(', ')))
		.option('--from <time>', runCommandMessages.sinceHelp)
		.option('--to <time>', runCommandMessages.untilHelp)
		.option('--page <n>', runCommandMessages.pageHelp, '0')
		.option('--size <n>', runCommandMessages.sizeHelp, '20')
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, options: Options) => {
				const now = Date.now();
				const query = {
					page: wholeNumber(options.page, '--page', 0, 1_000_000),
					size: wholeNumber(options.size, '--size', 1, 1000),
					...(options.from !== undefined && {createdFrom: isoOf(options.from, now)}),
					...(options.to !== undefined && {createdTo: isoOf(options.to, now)}),
				};
				return withService(io, flags, async call => {
					const {api, signal} = call;
					const teamId = await call.teamId();
					const {automation: word} = options;
					const list = await listFor(io, 'automations', word === undefined ? [] : [word], async () =>
						namesIn(await api.listAutomations({teamId}, {signal}), ({name}) => name),
					);
					const only = word !== undefined && {
						automationId: findOne('automation', list, word, cliOptionMessages.whereAutomationsAre),
					};
					const wanted = options.status?.flatMap(word => word.split(',')).filter(word => word.trim() !== '');
					const statuses = wanted && (await statusesOf(wanted, call, teamId));
					const runs = await api.listRuns(
						{teamId, ...query, ...only, ...(statuses && {statuses: statuses.join(',')})},
						{signal},
					);
					const nameOf = new Map(list?.map(({id, names: [name]}) => [id, name]));
					const {page, size, totalElements, totalPages, items, unreadable} = runs;
					writeList(io, {
						plural: 'runs',
						items,
						unreadable,
						empty: runCommandMessages.noneMatches,
						columns: wide => columnsOfRuns(id => nameOf.get(id), wide),
						idOf: ({id}) => id,
						more: {page, size, totalElements, totalPages},
					});
					if (io.format?.kind !== 'json' && totalPages > 1) {
						say(io, runCommandMessages.page(page, totalPages - 1, totalElements));
					}
					return exitCodes.done;
				});
			}),
		);
}

/** Throws for a status that is not known; the service may have more than we know, and its runs show them. */
async function statusesOf(
	words: readonly string[],
	{api, signal}: Call,
	teamId: string,
): Promise<readonly string[]> {
	if (words.length === 0) throw new UsageError(runCommandMessages.statusNeedsValue);
	const all = words.map(word => runStatusOf(word));
	if (all.every(status => status !== undefined)) return all;
	const {items} = await api.listRuns({teamId, page: 0, size: newestRuns}, {signal});
	const known = [...new Set([...runStatuses, ...items.flatMap(({status}) => status ?? [])])];
	return words.map(word => {
		const status = runStatusOf(word, known);
		if (status !== undefined) return status;
		throw new UsageError(printableLine(runCommandMessages.noSuchStatus(word, known.join(', '))));
	});
}

const newestRuns = 100;

const isoOf = (text: string, now: number) => new Date(momentOf(text, now)).toISOString();
