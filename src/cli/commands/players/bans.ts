import type {Command} from 'commander';
import {describe} from '../describe.ts';
import {banEndOn} from '../../../actions/players.ts';
import {compareNames} from '../../../lib/text/compare-names.ts';
import {banListMessages as messages} from '../../../messages/players.ts';
import {findMessages} from '../../../messages/cli.ts';
import {type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {writeList} from '../../output/listing.ts';
import {secondsOf} from '../../output/moments.ts';
import {codeOf} from '../../output/outcomes.ts';
import {serverFields} from '../../output/output.ts';
import {formatOption, jsonOption} from '../../output/output-options.ts';
import type {Column} from '../../output/table.ts';
import type {Run} from '../../start/command-run.ts';
import {type Call, withService} from '../../start/session.ts';
import {nameOf, serversFor} from '../find/find-servers.ts';
import {addFilters, chosenServers, type Selector, selects} from '../find/selectors.ts';
import {gapRecord, ownCodes, sayNotKnown} from './read-players.ts';
import {type BannedPlayer, readBanLists} from './read-bans.ts';

export function addBans(program: Command, run: Run): void {
	const ban = describe(program.command('ban').alias('bans'), messages);
	const list = describe(ban.command('list', {isDefault: true}), messages.list);
	addFilters(list.argument('[server...]', findMessages.serverHelp))
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, options: Selector, words) =>
				withService(io, flags, call => listBans(io, call, words, options), {sends: true}),
			),
		);
}

const endOf = ({time, expiresAt, server}: BannedPlayer) =>
	expiresAt === undefined ? banEndOn(server, time) : secondsOf(expiresAt);

const columns: readonly Column<BannedPlayer>[] = [
	{header: 'ID', value: ({id}) => id},
	{header: 'NAME', value: ({name}) => name},
	{header: 'SERVER', value: ({server}) => nameOf(server)},
	{header: 'ENDS', value: endOf},
	{header: 'FROM', value: ({isSent}) => (isSent ? messages.from.sent : messages.from.list)},
	{header: 'REASON', value: ({reason}) => reason},
];

async function listBans(io: Io, call: Call, words: readonly string[], options: Selector): Promise<ExitCode> {
	const isChosen = words.length > 0 || selects(options);
	const listed = await serversFor(io, call, words);
	const servers = isChosen ? chosenServers(listed, words, options) : (listed ?? []);
	const {bans, gaps, notKnown, outcomes} = await readBanLists(call, servers);
	writeList(io, {
		plural: 'bans',
		columns: () => columns.filter(({header}) => header !== 'FROM' || bans.some(({isSent}) => isSent)),
		idOf: ({id}) => id,
		record: ({id, name, reason, time, expiresAt, server, isSent}) => ({
			id,
			name,
			reason,
			time,
			expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
			...(isSent && {isSent}),
			...serverFields(server),
		}),
		items: bans.toSorted((a, b) => compareNames(a.name ?? a.id, b.name ?? b.id)),
		unreadable: [],
		empty: notKnown.length === 0 ? messages.none : undefined,
		more: {notKnown: notKnown.map(gapRecord)},
	});
	sayNotKnown(io, gaps, messages.notKnown);
	if (gaps.length === 0) return exitCodes.done;
	const refusal = codeOf(outcomes);
	if (ownCodes.has(refusal)) return refusal;
	return notKnown.length === servers.length ? exitCodes.notReachable : exitCodes.partlyFailed;
}
