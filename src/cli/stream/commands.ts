import {commands as keys} from '../../core/commands/index.ts';
import {nameOf} from '../../core/list/order.ts';
import {act, broadcast, jobs, undo} from './acting.ts';
import type {DeckCommand} from './command-table.ts';
import type {FeedMode, StreamDesk} from './desk.ts';
import {feedLine} from './fleet-news.ts';
import {serverOf} from './find.ts';
import {tellDetails, tellLog, tellServers, tellTime, tellTrouble} from './looking.ts';
import {playersWords, stateLine} from './words.ts';

const modes: Record<FeedMode, string> = {
	on: 'what others do on the chosen server, and every change of state',
	all: 'what others do on every server, and every change of state',
	mine: 'your own commands, and every change of state',
	off: 'your own commands alone',
};

/** Everything that a line with a colon can do. */
export const deckCommands: readonly DeckCommand[] = [
	{
		name: 'servers',
		takes: '[FILTER]',
		help: 'Names the servers, what is down first; the filter is that of the deck, such as state:down or game:cs2.',
		run: (desk, rest) => tellServers(desk, rest),
	},
	{
		name: 'use',
		takes: 'SERVER',
		help: 'Chooses the server to which commands go, by id, name or a unique part of it.',
		completes: 'servers',
		run: use,
	},
	{
		name: 'show',
		takes: '[SERVER]',
		help: 'Tells all that is known of a server.',
		completes: 'servers',
		run: (desk, rest) => tellDetails(desk, rest),
	},
	{name: 'trouble', takes: '', help: 'Names what is not up.', run: desk => tellTrouble(desk)},
	...(['start', 'stop', 'restart'] as const).map((verb): DeckCommand => ({
		name: verb,
		takes: '[SERVER…]',
		help: `Asks what is needed to ${verb} the chosen server or those that are named, and shows what would be sent first.`,
		acts: true,
		completes: 'servers',
		run: (desk, rest) => act(desk, verb, rest),
	})),
	{
		name: 'broadcast',
		takes: '[--all] [TEXT]',
		help: "Says a text to the players of the chosen server, or of every server, with the game's own command.",
		acts: true,
		run: (desk, rest) => broadcast(desk, rest),
	},
	{
		name: 'undo',
		takes: '',
		help: 'Recalls what is held back or waits for its turn, else asks whether to cancel what is scheduled.',
		acts: true,
		run: desk => undo(desk),
	},
	{
		name: 'feed',
		takes: '[on|off|all|mine]',
		help: 'Says how the feed is, or chooses what is told of it.',
		completes: ['on', 'off', 'all', 'mine'],
		run: feed,
	},
	{
		name: 'jobs',
		takes: '[pause|go|abort]',
		help: 'Says how acts on several servers stand; pauses the newest, lets it go on, or aborts its rest.',
		completes: ['pause', 'go', 'abort'],
		run: (desk, rest) => jobs(desk, rest),
	},
	{
		name: 'log',
		takes: '[COUNT or WORDS]',
		help: 'Tells the last lines of the chosen server, or those with the words in them.',
		run: (desk, rest) => tellLog(desk, rest),
	},
	{
		name: 'time',
		takes: '[clock|utc|relative]',
		help: 'Tells the time, or chooses how times are told.',
		completes: ['clock', 'utc', 'relative'],
		run: (desk, rest) => tellTime(desk, rest),
	},
	{
		name: 'refresh',
		takes: '',
		help: 'Reads the list anew at once, and dials the feed again if it is away.',
		run: ({services}) => runKey('app.refresh', services),
	},
	{name: 'help', takes: '[COMMAND]', help: 'Tells what there is.', run: help},
	{name: 'quit', takes: '', help: 'Ends the session.', run: ({services}) => runKey('app.quit', services)},
];

function runKey(id: string, services: StreamDesk['services']): void {
	keys.find(command => command.id === id)?.run(services);
}

function use(desk: StreamDesk, rest: string): void {
	const server = serverOf(desk, rest.replace(/^"(.*)"$/, '$1'));
	if (!server) return;
	desk.choose(server.id);
	const {store, clock} = desk.services;
	desk.say(
		`CHOSEN ${nameOf(server)}: ${stateLine(store.getState().fleet, server, clock.now())}, ${playersWords(server)}`,
	);
}

function feed({services, say, feed}: StreamDesk, rest: string): void {
	const mode = (['on', 'off', 'all', 'mine'] as const).find(name => name === rest);
	if (rest !== '' && !mode) {
		say('PROBLEM :feed takes on, off, all or mine.');
		return;
	}
	if (mode) feed.mode = mode;
	const state = services.store.getState();
	say(`${feedLine(state, state.view.time === 'utc')}. Told is ${modes[feed.mode]}.`);
}

function help({say}: StreamDesk, word: string): void {
	const wanted = word.replace(/^:/, '');
	const found = deckCommands.filter(({name}) => name.startsWith(wanted));
	const lines = found.map(({name, takes, help}) => `:${name}${takes === '' ? '' : ` ${takes}`}: ${help}`);
	if (wanted !== '') {
		say(...(lines.length > 0 ? lines : [`There is no :${wanted}.`]));
		return;
	}
	say(
		'A line without a colon is sent to the chosen server, and its answer is told when it comes; behind "& " it is sent without waiting.',
		'Up and Down go through what was sent before, Ctrl-R searches it, Tab completes, Ctrl-C clears the line, else recalls, else stops waiting, else quits when pressed twice.',
		...lines,
		'What only looks may be shortened, such as :tr for :trouble; what acts is written in full.',
	);
}
