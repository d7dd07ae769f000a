import type {Command} from 'commander';
import {phaseOf} from '../../actions/preconditions.ts';
import {timesListed} from '../../app/kernel/unreadable.ts';
import type {TextOptions} from '../../contract/endpoint.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {CommandError, exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {columnsOfServers} from '../list-columns.ts';
import {sayUnreadable, writeList} from '../listing.ts';
import {formatOption, jsonOption} from '../output-options.ts';
import {inViewOrder, savedView, viewTest} from '../saved-view.ts';
import type {Run} from '../command-run.ts';
import {openListDocument, say, serverRecord, writesParts} from '../output.ts';
import {addFilters, filterOf, selects, type Filters} from '../selectors.ts';
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

async function listOnce(io: Io, call: Call, options: Options): Promise<ExitCode> {
	const view = savedView(call.config, options.view);
	// The columns and the order of a view need all fields.
	const isText = options.json && !view && writesParts(io);
	const servers = isText ? await writeTexts(io, call, options) : await writeRecords(io, call, options, view);
	const unknown = servers.filter(({state}) => phaseOf(state) === 'unknown').length;
	if (unknown > 0) {
		const whose =
			unknown === 1 ? serverCommandMessages.oneState : serverCommandMessages.severalStates(unknown);
		say(io, serverCommandMessages.stateUnclear(whose));
	}
	return exitCodes.done;
}

/**
Writes the JSON of the servers as they arrive, unless filters need the whole list. If an attempt fails after something was
written, the list of the next one must have all servers that were written.
*/
async function writeTexts(io: Io, {signal, listServers}: Call, options: Options): Promise<GameServer[]> {
	let document = openListDocument(io, 'servers');
	const added = new Set<string>();
	const held = new Map<string, string>();
	const begin = () => {
		held.clear();
		if (document.hasWritten()) return;
		document = openListDocument(io, 'servers');
		added.clear();
	};
	const add = (id: string, json: string | undefined) => {
		if (json === undefined || added.has(id)) return;
		added.add(id);
		document.add(json);
	};
	const isHeld = selects(options);
	const take: TextOptions['take'] = ({id}, json) => {
		if (isHeld) held.set(id, json);
		else add(id, json);
	};
	const asText = {begin, take, without: options.commands ? [] : ['commands']};
	const {items, unreadable} = await listServers({signal, asText});
	const servers = items.filter(filterOf(items, options));
	for (const {id} of servers) add(id, held.get(id));
	for (const {id} of servers) added.delete(id);
	if (added.size > 0) throw new CommandError(serverCommandMessages.changedList, exitCodes.failed);
	document.end();
	sayUnreadable(io, unreadable);
	return servers;
}

async function writeRecords(
	io: Io,
	{signal, listServers}: Call,
	options: Options,
	view: ReturnType<typeof savedView>,
): Promise<GameServer[]> {
	const {items, unreadable} = await listServers({signal, ...(options.json && {asSent: true})});
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
	return servers;
}
