import {describe} from './describe.ts';
import type {Command} from 'commander';
import {randomUUID} from 'node:crypto';
import {isDemo, loadConfig} from '../../config/load.ts';
import {ApiError} from '../../contract/errors.ts';
import {printableLine} from '../../lib/text/text.ts';
import type {JournalLine} from '../../journal/entry.ts';
import {UsageError} from '../../lib/errors.ts';
import {CommandError, type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {journalOf, journalPath, readJournal} from '../start/journal-file.ts';
import {journalDocument, markdownText, plainText} from '../output/journal-text.ts';
import {momentOf} from '../output/moments.ts';
import {say, sayDone, writeJson} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {type Call, withService} from '../start/session.ts';
import {journalCommandMessages} from '../../messages/journal.ts';

type Options = {
	since?: string;
	until?: string;
	server?: string;
	search?: string;
	limit: string;
	allProfiles?: true;
	markdown?: true;
	json?: true;
};

export function addJournal(program: Command, run: Run): void {
	const journal = describe(program.command('journal'), journalCommandMessages);
	describe(journal.command('list', {isDefault: true}), journalCommandMessages.list)
		.option('--since <time>', journalCommandMessages.sinceHelp)
		.option('--until <time>', journalCommandMessages.untilHelp)
		.option('--server <server>', journalCommandMessages.serverHelp)
		.option('--search <words>', journalCommandMessages.searchHelp)
		.option('--limit <n>', journalCommandMessages.limitHelp, '1000')
		.option('--all-profiles', journalCommandMessages.allHelp)
		.option('--markdown', journalCommandMessages.markdownHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: Options) => {
				const config = loadConfig({flags, env: io.env});
				// Without a service there is no current profile.
				const isAll = options.allProfiles === true || config.service === 'none';
				const {path, scope} = journalOf(config);
				const now = Date.now();
				const lines = await readJournal(io, isAll ? {path: journalPath(config.stateDir)} : {path, scope}, {
					since: options.since === undefined ? 0 : momentOf(options.since, now),
					until: options.until === undefined ? undefined : momentOf(options.until, now),
					server: options.server,
					words: options.search,
					limit: countOf(options.limit),
				});
				printLines(io, lines, options);
			}),
		);
	describe(journal.command('bookmark'), journalCommandMessages.bookmark)
		.argument('[note...]', journalCommandMessages.noteHelp)
		.action(
			run((io, flags, _options: object, words) =>
				withService(io, flags, call => addBookmark(io, call, printableLine(words.join(' ')))),
			),
		);
}

/** Sets a bookmark at this moment, and shares it with the team if the service can be reached and offers that. */
async function addBookmark(io: Io, call: Call, text: string): Promise<ExitCode> {
	const {config, keep, teamId, syncTeamJournal} = call;
	if (isDemo(config) || config.readOnly)
		throw new CommandError(journalCommandMessages.notKept, exitCodes.refusedByUs);
	const [at, id] = [Date.now(), randomUUID()];
	await keep([
		{kind: 'mark', at, id, text},
		{kind: 'forTeam', at, entry: {id, at, what: 'note', serverId: undefined, text}},
	]);
	const team = await teamId().catch(error => {
		if (error instanceof ApiError) return undefined;
		throw error;
	});
	if (team !== undefined) await syncTeamJournal(team);
	sayDone(io, journalCommandMessages.bookmarked);
	return exitCodes.done;
}

/** `lines` is undefined if there is no journal, which has already been reported. */
function printLines(
	io: Io,
	lines: readonly JournalLine[] | undefined,
	{json, markdown, allProfiles}: Options,
): void {
	if (json) writeJson(io, {entries: (lines ?? []).map(journalDocument)});
	else if (lines?.length === 0) say(io, journalCommandMessages.nothingFits);
	else
		for (const line of lines ?? []) {
			const text = markdown ? markdownText(line, allProfiles) : plainText(line, allProfiles);
			io.stdout.write(`${text}\n`);
		}
}

function countOf(text: string): number {
	if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
	throw new UsageError(journalCommandMessages.wrongLimit(text));
}
