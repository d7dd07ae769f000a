import type {Command} from 'commander';
import type {JournalLine} from '../../../journal/entry.ts';
import {isDemo} from '../../../config/load.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {actionCommandMessages} from '../../../messages/cli.ts';
import {playerCommandMessages, playerNoteMessages as messages} from '../../../messages/players.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import {writeFacts} from '../../output/fact-list.ts';
import type {Io} from '../../output/io.ts';
import {journalDocument, plainText} from '../../output/journal-text.ts';
import {say, sayDone, writeJson, serverFields} from '../../output/output.ts';
import {jsonOption} from '../../output/output-options.ts';
import type {Run} from '../../start/command-run.ts';
import {refuseStray, splitAtDashes} from '../../start/dash-args.ts';
import {journalOf, readJournal} from '../../start/journal-file.ts';
import {type Call, withService} from '../../start/session.ts';
import {describe} from '../describe.ts';
import {nameOf} from '../find/find-servers.ts';
import {serverOption} from './act.ts';
import {findPlayer, type FoundPlayer, type PlayerOptions} from './find-player.ts';

type NoteOptions = PlayerOptions & {flag?: boolean; json?: true};

export function addPlayerNotes(parent: Command, run: Run): void {
	describe(parent.command('note'), messages.command)
		.argument('<player>', playerCommandMessages.playerHelp)
		.argument('[text...]', actionCommandMessages.restHelp)
		.usage(playerCommandMessages.noteUsage)
		.option('--flag', messages.flagHelp)
		.option('--no-flag', messages.noFlagHelp)
		.addOption(serverOption())
		.addOption(jsonOption())
		.action(
			run((io, flags, options: NoteOptions, words) =>
				withService(io, flags, call => note(io, call, options, words)),
			),
		);
	describe(parent.command('show'), messages.show)
		.argument('<player>', playerCommandMessages.playerHelp)
		.addOption(serverOption())
		.addOption(jsonOption())
		.action(
			run((io, flags, options: NoteOptions, [word = '']) =>
				withService(io, flags, async call => {
					const found = await findPlayer(io, call, 'note', word, options);
					return show(io, call, found, options, true);
				}),
			),
		);
}

async function note(io: Io, call: Call, options: NoteOptions, words: readonly string[]): Promise<void> {
	const {names, text} = splitAtDashes(io.argv, words, playerCommandMessages.noteUsage);
	refuseStray(names, messages.textName);
	const found = await findPlayer(io, call, 'note', names[0] ?? '', options);
	const isFlag = io.argv.includes('--flag') || io.argv.includes('--no-flag');
	if (text === undefined && !isFlag) return show(io, call, found, options, false);
	if (isDemo(call.config) || call.config.readOnly)
		throw new CommandError(messages.notKept, exitCodes.refusedByUs);
	const {subject, servers} = found;
	const [server] = servers;
	const input = {
		playerId: subject.id,
		name: subject.name,
		...(server?.gameType !== undefined && {game: server.gameType}),
		...(text !== undefined && {text: printableLine(text)}),
		...(isFlag && {flag: options.flag ? 'yes' : 'no'}),
	};
	await call.record({action: 'note-player', input, serverId: server?.id}, {}, () => Promise.resolve());
	sayDone(io, messages.noted(subject.name), true);
}

/** Prints the entries of the journal about a player, with the notes. */
async function show(
	io: Io,
	{config}: Call,
	{subject, servers}: FoundPlayer,
	{json}: NoteOptions,
	hasFacts: boolean,
): Promise<void> {
	const all = (await readJournal(io, journalOf(config), {since: 0, words: subject.id, limit: 1000})) ?? [];
	const entries = all.filter(line => isAbout(line, subject.id));
	const [server] = servers;
	const shownServer = server && nameOf(server);
	if (json) {
		const {id, name} = subject;
		const record = {id, name, ...(server && serverFields(server))};
		writeJson(io, {...(hasFacts ? {players: [record]} : {}), entries: entries.map(journalDocument)});
		return;
	}
	if (hasFacts)
		writeFacts(io, [
			['Name', printableLine(subject.name)],
			['ID', printableLine(subject.id)],
			['Server', shownServer],
		]);
	for (const line of entries) io.stdout.write(`${plainText(line)}\n`);
	if (entries.length === 0) say(io, messages.nothing);
}

const isAbout = ({activity}: JournalLine, playerId: string): boolean =>
	activity?.type === 'action' && activity.input['playerId'] === playerId;
