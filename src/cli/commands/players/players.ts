import type {Command} from 'commander';
import {describe} from '../describe.ts';
import {compareNames} from '../../../lib/text/compare-names.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {playersCommandMessages as messages} from '../../../messages/players.ts';
import {type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import {nameOf} from '../find/find-servers.ts';
import type {Io} from '../../output/io.ts';
import {columnsOfPlayers} from '../../output/list-columns.ts';
import {writeList} from '../../output/listing.ts';
import {codeOf, sayOutput} from '../../output/outcomes.ts';
import {say, serverFields} from '../../output/output.ts';
import {formatOption, jsonOption} from '../../output/output-options.ts';
import type {Run} from '../../start/command-run.ts';
import {journalOf, readFlagged} from '../../start/journal-file.ts';
import {type Call, withService} from '../../start/session.ts';
import {addPlayerActions} from './act.ts';
import {addPlayerNotes} from './notes.ts';
import {addBans} from './bans.ts';
import {gapRecord, ownCodes, readPlayerLists, sayNotKnown} from './read-players.ts';

export function addPlayers(program: Command, run: Run): void {
	const player = describe(program.command('player').alias('players'), messages);
	describe(player.command('list', {isDefault: true}), messages.list)
		.argument('[text]', messages.textHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, _options: object, [text = '']) =>
				withService(io, flags, call => listPlayers(io, call, text), {sends: true}),
			),
		);
	addPlayerActions(player, run);
	addPlayerNotes(player, run);
	addBans(program, run);
}

async function listPlayers(io: Io, call: Call, text: string): Promise<ExitCode> {
	const {items, unreadable} = await call.listServers({signal: call.signal});
	const {players, notKnown, incomplete, up, outcomes} = await readPlayerLists(call, items);
	const flagged = await readFlagged(journalOf(call.config));
	const filter = text.trim().toLowerCase();
	const marked = players.map(player =>
		flagged.has(player.playerId ?? '') ? {...player, flagged: true as const} : player,
	);
	const found = marked.filter(({name, playerId = '', server}) =>
		[name, playerId, nameOf(server)].some(value => value.toLowerCase().includes(filter)),
	);
	const known = up.length - notKnown.length;
	writeList(io, {
		plural: 'players',
		columns: () => columnsOfPlayers.filter(({header}) => header !== 'FLAG' || flagged.size > 0),
		idOf: ({playerId, userId, name}) => playerId ?? userId ?? name,
		record: ({name, playerId: id, userId, server, ...mark}) => ({
			name,
			id,
			userId,
			...('flagged' in mark && {flagged: mark.flagged}),
			...serverFields(server),
		}),
		items: found.toSorted((a, b) => compareNames(a.name, b.name)),
		unreadable,
		empty:
			players.length > 0
				? messages.noneMatches(printableLine(text), players.length)
				: incomplete.length > 0
					? undefined
					: messages.nobody(notKnown.length === 0 ? undefined : known),
		more: {notKnown: notKnown.map(gapRecord), incomplete: incomplete.map(gapRecord)},
	});
	for (const {server, reason, atLeast = 0} of incomplete)
		say(io, messages.incomplete(nameOf(server), reason, atLeast));
	sayNotKnown(io, notKnown, messages.notKnown);
	for (const {error} of outcomes) if (error?.output !== undefined) sayOutput(io, error.output);
	if (notKnown.length === 0) return incomplete.length > 0 ? exitCodes.partlyFailed : exitCodes.done;
	const rest = known > 0 ? exitCodes.partlyFailed : exitCodes.notReachable;
	const refusal = codeOf(outcomes);
	return ownCodes.has(refusal) ? refusal : rest;
}
