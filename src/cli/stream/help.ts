import {chordNamed} from '../../core/commands/chord-names.ts';
import {commandsOf} from '../../core/commands/index.ts';
import {keyLabel} from '../../core/commands/key-label.ts';
import type {Settings} from '../../core/settings.ts';
import {nearest} from '../../lib/nearest.ts';
import type {CommandGroup, DeckCommand} from './command-table.ts';
import type {StreamDesk} from './desk.ts';
import {insteadOf} from './left-out.ts';

const basics = [
	'A line without a colon is sent to the chosen server, and its answer is told when it comes; behind "& " it is sent without waiting.',
	'Up and Down go through what was sent before, Ctrl-R searches it, Tab completes, Ctrl-C clears the line, else recalls, else stops waiting, else quits when pressed twice.',
];

/** Names what there is; explains a command, a group of them, or what has the part of a key of the deck. */
export function tellHelp({services, say}: StreamDesk, groups: readonly CommandGroup[], given: string): void {
	const wanted = given.replace(/^:/, '').toLowerCase();
	const all = groups.flatMap(({commands}) => commands);
	if (wanted === '') {
		say(
			basics,
			groups.map(({title, commands}) => `${title}: ${commands.map(({name}) => `:${name}`).join(', ')}.`),
			'What only looks may be shortened, such as :tr for :trouble; what acts is written in full, asks before it sends, and bare Enter never confirms.',
			'Explained by :help and a word, such as :help restart, :help team, :help all; or by a key of the deck, such as :help R.',
		);
		return;
	}
	const keys = keyLines(given, all, services.settings);
	const named = all.filter(({name, also = []}) => [name, ...also].includes(wanted));
	const begun = all.filter(({name}) => name.startsWith(wanted));
	const grouped = groups
		.filter(({title}) => title.toLowerCase().split(/\W+/).includes(wanted))
		.flatMap(({commands}) => commands);
	const found = wanted === 'all' ? all : ([named, begun, grouped].find(list => list.length > 0) ?? []);
	if (given.length === 1 && keys.length > 0) say(keys);
	else if (found.length > 0) say(found.map(explained));
	else if (keys.length > 0) say(keys);
	else {
		const near = nearest(
			wanted,
			all.map(({name}) => name),
		).map(name => `:${name}`);
		say(`PROBLEM There is no :${wanted}.${near.length > 0 ? ` The nearest is ${near.join(' or ')}.` : ''}`);
	}
}

function explained({name, takes, help, also = []}: DeckCommand): string {
	const more = also.length > 0 ? ` Also :${also.join(', :')}.` : '';
	return `:${name}${takes === '' ? '' : ` ${takes}`}: ${help}${more}`;
}

/** What a key of the deck does, and which line does it here. */
function keyLines(written: string, all: readonly DeckCommand[], settings: Settings): string[] {
	const named = chordNamed(written);
	if ('problem' in named) return [];
	const {chord} = named;
	const known = commandsOf(settings).filter(({keys}) => keys.includes(chord));
	const done = known.flatMap(({id, title}) => {
		const same = all.filter(({does}) => does?.includes(id)).map(({name}) => `:${name}`);
		return same.length === 0 ? [] : [`${keyLabel(chord)}, ${title}: here it is ${same.join(' or ')}.`];
	});
	if (done.length > 0) return [...new Set(done)];
	const [first] = known;
	return first
		? [`${keyLabel(chord)}, ${first.title}: there is no line for it. ${insteadOf(first.id) ?? ''}`]
		: [];
}
