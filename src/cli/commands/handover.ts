import type {Command} from 'commander';
import {unreadableName} from '../../app/kernel/unreadable.ts';
import {handoverOf, type HandoverFacts} from '../../app/handover/handover.ts';
import {handoverText} from '../../app/handover/handover-text.ts';
import {noShift} from '../../app/kernel/journal.ts';
import {ApiError} from '../../contract/errors.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {handoverCommandMessages} from '../../messages/cli-journal.ts';
import type {Run} from '../command-run.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import {handoverDocument} from '../handover-document.ts';
import {journalOf, readShift} from '../journal-file.ts';
import {momentOf} from '../moments.ts';
import {tasksOfNodes} from '../node-tasks.ts';
import {jsonOption} from '../output-options.ts';
import {say, writeJson} from '../output.ts';
import {withService, type Call} from '../session.ts';

type Options = {since: string; markdown?: true; json?: true};

export function addHandover(program: Command, run: Run): void {
	program
		.command('handover')
		.description(handoverCommandMessages.description)
		.option('--since <time>', handoverCommandMessages.sinceHelp, '12h')
		.option('--markdown', handoverCommandMessages.markdownHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: Options) =>
				withService(io, flags, async call => {
					const {api, config, signal, teamId} = call;
					const at = Date.now();
					const since = momentOf(options.since, at);
					const {items, unreadable} = await api.listServers({teamId: await teamId()}, {signal});
					const team = await api.myTeam({}, {signal});
					const unstored = await call.syncTeamJournal(team.id);
					const {path, scope} = journalOf(config);
					const ofTeam = {path, scope: {...scope, team: team.id}};
					// Report the servers that are down even without the journal.
					const read = await readShift(io, ofTeam, since).catch((error: unknown) => {
						if (!(error instanceof CommandError)) throw error;
						return {problem: error.message};
					});
					const {withEntries} = await import('../sync-team-journal.ts');
					const shift = read && 'problem' in read ? read : withEntries(read ?? noShift, unstored, since);
					const handover = handoverOf({
						at,
						since,
						team: team.name ?? team.id,
						profile: config.label,
						servers: items,
						unreadable: unreadable
							.filter(({isRepeat}) => !isRepeat)
							.map(record => ({name: unreadableName(record), reason: record.reason})),
						...(await readNodes(call, team.id, items)),
						shift,
					});
					const lines = read && 'records' in read ? read.records : [];
					if (options.json) writeJson(io, {handover: handoverDocument(handover, lines)});
					else io.stdout.write(`${handoverText(handover, options.markdown ? 'markdown' : 'text')}\n`);
					if (handover.journalProblem === undefined) return exitCodes.done;
					say(io, handover.journalProblem);
					return exitCodes.failed;
				}),
			),
		);
}

/** Returns the nodes and their tasks; undefined for what these credentials or this service do not offer. */
async function readNodes(
	{api, signal}: Call,
	teamId: string,
	servers: readonly GameServer[],
): Promise<Pick<HandoverFacts, 'nodes' | 'tasks'>> {
	const nodes = await orRefused(async () => (await api.listNodes({teamId}, {signal})).items);
	const nodeIds = new Set([
		...(nodes ?? []).map(({id}) => id),
		...servers.flatMap(({nodeId}) => nodeId ?? []),
	]);
	return {nodes, tasks: await orRefused(() => tasksOfNodes(api, [...nodeIds], signal))};
}

async function orRefused<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'refused' && error.status !== 401) return undefined;
		throw error;
	}
}
