import {describe} from './describe.ts';
import type {Command} from 'commander';
import {cancelRun} from '../../actions/automation-runs.ts';
import {runStatuses, runStatusOf} from '../../app/automations/run.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {addAction} from './actions/run.ts';
import {factsOfRun, serversById} from './automation-facts.ts';
import {writeFacts} from '../output/fact-list.ts';
import {findRun} from './find/find-run.ts';
import {findOne, ifReadable, listFor, namesIn} from './find/find-one.ts';
import type {Io} from '../output/io.ts';
import {columnsOfRuns} from '../output/list-columns.ts';
import {writeList} from '../output/listing.ts';
import {momentOf} from '../output/moments.ts';
import {asSent, say, writeJson} from '../output/output.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {wholeNumber} from '../start/service-folder.ts';
import {withService} from '../start/session.ts';
import {runCommandMessages} from '../../messages/automations.ts';
import {cliOptionMessages, findMessages} from '../../messages/cli.ts';

type Options = {
	automation?: string;
	status?: string[];
	since?: string;
	until?: string;
	page: string;
	limit: string;
};

export function addRuns(program: Command, run: Run): void {
	const runs = describe(program.command('run').alias('runs'), runCommandMessages);
	addShow(runs, run);
	addAction(runs, run, cancelRun, {waitsFor: 'runCancellation'});
	describe(runs.command('list', {isDefault: true}), runCommandMessages.list)
		.option('--automation <automation>', runCommandMessages.automationHelp(findMessages.nameHelp))
		.option('--status <status...>', runCommandMessages.statusHelp(runStatuses.join(', ')))
		.option('--since <time>', runCommandMessages.sinceHelp)
		.option('--until <time>', runCommandMessages.untilHelp)
		.option('--page <n>', runCommandMessages.pageHelp, '0')
		.option('--limit <n>', runCommandMessages.sizeHelp, '20')
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, options: Options) => {
				const now = Date.now();
				const query = {
					page: wholeNumber(options.page, '--page', 0, 1_000_000),
					size: wholeNumber(options.limit, '--limit', 1, 1000),
					...(options.since !== undefined && {createdFrom: isoOf(options.since, now)}),
					...(options.until !== undefined && {createdTo: isoOf(options.until, now)}),
				};
				return withService(io, flags, async call => {
					const {api, signal} = call;
					const teamId = await call.teamId();
					const {automation: word} = options;
					const list = await listFor(io, 'automations', word === undefined ? [] : [word], async () =>
						namesIn(io, await api.listAutomations({teamId}, {signal}), ({name}) => name),
					);
					const only = word !== undefined && {
						automationId: findOne('automation', list, word, cliOptionMessages.whereAutomationsAre),
					};
					const wanted = options.status?.flatMap(word => word.split(',')).filter(word => word.trim() !== '');
					const statuses = wanted && statusesOf(io, wanted);
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
				});
			}),
		);
}

function addShow(runs: Command, run: Run): void {
	describe(runs.command('show'), runCommandMessages.show)
		.argument('<id>', runCommandMessages.idHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, {json}: {json?: true}, [id = '']) =>
				withService(io, flags, async call => {
					const {api, signal} = call;
					const teamId = await call.teamId();
					const found = await findRun(call, teamId, id);
					if (json) {
						writeJson(io, {run: asSent(found)});
						return;
					}
					const automations = await ifReadable(() => api.listAutomations({teamId}, {signal}));
					const automation = automations?.items.find(one => one.id === found.automationId)?.name;
					writeFacts(io, factsOfRun(found, automation, await serversById(call, teamId), Date.now()));
				}),
			),
		);
}

/** Returns the statuses to ask for. An unknown one is sent as typed, and named: the service may have others. */
function statusesOf(io: Io, words: readonly string[]): readonly string[] {
	if (words.length === 0) throw new UsageError(runCommandMessages.statusNeedsValue);
	return words.map(word => {
		const status = runStatusOf(word);
		if (status === undefined)
			say(io, runCommandMessages.unknownStatus(printableLine(word.trim()), runStatuses.join(', ')));
		return status ?? word.trim();
	});
}

const isoOf = (text: string, now: number) => new Date(momentOf(text, now)).toISOString();
