import type {Command} from 'commander';
import {loadConfig} from '../../config/load.ts';
import type {JournalLine} from '../../journal/entry.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {journalOf, journalPath, readJournal} from '../journal-file.ts';
import {journalDocument, markdownText, plainText} from '../journal-text.ts';
import {momentOf} from '../moments.ts';
import {say, writeJson} from '../output.ts';
import type {Run} from '../command-run.ts';

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

export function addLog(program: Command, run: Run): void {
	program
		.command('log')
		.description(
			'Show the journal that decks and commands keep here: commands, answers, changes of state, own acts, gaps of the feed',
		)
		.option('--since <time>', 'from this time on: 2h, 3d, 2026-11-21T03:00Z')
		.option('--until <time>', 'up to this time')
		.option('--server <server>', 'only this server, by id or a part of its name')
		.option('--search <words>', 'only lines that have all these words in them')
		.option('--limit <count>', 'at most so many, the newest', '1000')
		.option('--all-profiles', 'entries of every profile and service, each with its profile')
		.option('--markdown', 'write Markdown, for a chat or a post-mortem')
		.option('--json', 'write one JSON document')
		.action(
			run(async (io, flags, options: Options) => {
				const config = loadConfig({flags, env: io.env});
				// Without a service there is no current one.
				const isAll = options.allProfiles === true || (config.baseUrl === undefined && !flags.demo);
				const {path, scope} = journalOf(config);
				const now = Date.now();
				const lines = await readJournal(io, isAll ? {path: journalPath(config.stateDir)} : {path, scope}, {
					since: options.since === undefined ? 0 : momentOf(options.since, now),
					until: options.until === undefined ? undefined : momentOf(options.until, now),
					server: options.server,
					words: options.search,
					limit: countOf(options.limit),
				});
				tell(io, lines, options);
				return exitCodes.done;
			}),
		);
}

/** `lines` undefined: there is no journal, which has been said. */
function tell(
	io: Io,
	lines: readonly JournalLine[] | undefined,
	{json, markdown, allProfiles}: Options,
): void {
	if (json) writeJson(io, {entries: (lines ?? []).map(journalDocument)});
	else if (lines?.length === 0) say(io, 'No line of the journal fits.');
	else
		for (const line of lines ?? []) {
			const text = markdown ? markdownText(line, allProfiles) : plainText(line, allProfiles);
			io.stdout.write(`${text}\n`);
		}
}

function countOf(text: string): number {
	if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
	throw new UsageError(`--limit ${text} is no number of lines: write for example 100.`);
}
