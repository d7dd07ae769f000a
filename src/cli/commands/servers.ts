import type {Command} from 'commander';
import {phaseOf} from '../../actions/preconditions.ts';
import {timesListed} from '../../app/kernel/unreadable.ts';
import {exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {columnsOfServers} from '../list-columns.ts';
import {writeList} from '../listing.ts';
import {formatOption, jsonOption} from '../output-options.ts';
import {inViewOrder, savedView, viewTest} from '../saved-view.ts';
import type {Run} from '../command-run.ts';
import {say, serverRecord, writesParts} from '../output.ts';
import {addFilters, filterOf, type Filters} from '../selectors.ts';
import {watchServers} from '../watch-servers.ts';
import {withService, type Call} from '../session.ts';
import {serverCommandMessages} from '../../messages/cli-servers.ts';

type Options = Filters & {view?: string; watch?: true; json?: true; commands?: true};

export function addServers(program: Command, run: Run): void {
	const command = program
		.command('servers')
		.description(serverCommandMessages.listDescription)
		.option('--view <name>', serverCommandMessages.viewHelp)
		.option('--watch', serverCommandMessages.watchHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.option('--commands', serverCommandMessages.commandsHelp);
	addFilters(command).action(
		run((io, flags, options: Options) =>
			withService(
				io,
				flags,
				call => (options.watch ? watchServers(io, call, options) : listOnce(io, call, options)),
				{follows: options.watch === true},
			),
		),
	);
}

async function listOnce(io: Io, {config, signal, listServers}: Call, options: Options): Promise<ExitCode> {
	const view = savedView(config, options.view);
	// The columns and the order of a view need all fields.
	const isText = options.json && !view && writesParts(io);
	const kept = isText ? {asText: {without: options.commands ? [] : ['commands']}} : {asSent: true};
	const asked = {signal, ...(options.json && kept)};
	const {items, unreadable} = await listServers(asked);
	const matching = items.filter(filterOf(items, options)).filter(viewTest(items, view ?? {}));
	const servers = view ? inViewOrder(matching, view) : matching;
	const isFiltered = items.length > servers.length;
	writeList(io, {
		plural: 'servers',
		columns: wide => columnsOfServers(timesListed(unreadable), wide, view?.columns),
		idOf: ({id}) => id,
		record: serverRecord(io, options.commands),
		items: servers,
		unreadable,
		empty: isFiltered ? serverCommandMessages.noneMatches : serverCommandMessages.noServers,
	});
	const unknown = servers.filter(({state}) => phaseOf(state) === 'unknown').length;
	if (unknown > 0) {
		const whose =
			unknown === 1 ? serverCommandMessages.oneState : serverCommandMessages.severalStates(unknown);
		say(io, serverCommandMessages.stateUnclear(whose));
	}
	return exitCodes.done;
}
